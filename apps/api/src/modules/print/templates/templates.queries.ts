import { type Input, PrintTemplate, PrintTemplateDetail } from '@app/contract'
import { columnsOf, selection } from '../../../db/columns.ts'
import { isoInstant } from '../../../db/iso-instant.ts'
import { keysetPage, type Page } from '../../../db/keyset-page.ts'
import { notFound } from '../../../errors.ts'
import type { EntityManager } from '../../database.ts'
import { allHouseTemplates, houseTemplate } from './house.ts'
import { PrintTemplateEntity, PrintTemplateVersionEntity } from './templates.entity.ts'

const { tableName } = PrintTemplateEntity
const columns = columnsOf(PrintTemplateEntity)
const versions = columnsOf(PrintTemplateVersionEntity)

const ofNewestVersion = (column: string) =>
  `(select ${column} from ${PrintTemplateVersionEntity.tableName} as newest
     where newest.${versions.template} = ${tableName}.${columns.id}
       and newest.${versions.version} = ${tableName}.${columns.version})`

const expressions = {
  Id: columns.id,
  Name: columns.name,
  Size: columns.size,
  Version: columns.version,
  House: 'false',
  Fields: ofNewestVersion(versions.fields),
  Lint: ofNewestVersion(versions.lint),
  CreatedAt: isoInstant(columns.createdAt),
  UpdatedAt: isoInstant(columns.updatedAt),
}
const inList = selection(PrintTemplateEntity, PrintTemplate, expressions)
const inDetail = selection(PrintTemplateEntity, PrintTemplateDetail, {
  ...expressions,
  Html: ofNewestVersion(versions.html),
})

const ofKey = `${columns.key} = ? and ${columns.deletedAt} is null`

/** Says how many built-in templates the pages before this one had. The cursor of a later page is that of a row. */
const houseCursor = /^house-(\d)$/

/** One page: the built-in templates first, then those of the key, newest first. */
export async function listTemplates(
  em: EntityManager,
  keyId: string,
  { limit, cursor }: Input<'listPrintTemplates'>['query'],
): Promise<Page<PrintTemplate>> {
  const house = (await allHouseTemplates()).map(({ Html: _html, ...template }) => template)
  const [, passed] = houseCursor.exec(cursor ?? '') ?? []
  const start = cursor === undefined ? 0 : Number(passed ?? house.length)
  const first = house.slice(start, start + limit)
  const own = await keysetPage(em, {
    entity: PrintTemplateEntity,
    selection: inList,
    where: [[ofKey, [keyId]]],
    // A page that the house fills still asks for the total, and whether there is more.
    limit: Math.max(1, limit - first.length),
    cursor: passed === undefined ? cursor : undefined,
  })
  const total = own.total + house.length
  if (first.length < limit) return { ...own, rows: [...first, ...own.rows], total }
  const isMore = start + first.length < house.length || own.rows.length > 0
  return { rows: first, total, next: isMore ? `house-${start + first.length}` : undefined }
}

/** @throws {ProblemError} 404 when neither the house nor the key has it. */
export async function getTemplate(em: EntityManager, keyId: string, id: string): Promise<PrintTemplateDetail> {
  const ofHouse = await houseTemplate(id)
  if (ofHouse) return ofHouse
  const [found] = inDetail.rows(
    await em.execute(`select ${inDetail.sql} from ${tableName} where ${columns.id} = ? and ${ofKey}`, [id, keyId]),
  )
  if (!found) throw notFound('template')
  return found
}
