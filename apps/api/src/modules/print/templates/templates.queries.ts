import { type Input, PrintTemplate, PrintTemplateDetail } from '@app/contract'
import { sql } from 'kysely'
import { keysetPage, type Page } from '../../../db/keyset-page.ts'
import { columns, type Fragment, select, table, instantText } from '../../../db/sql.ts'
import { notFound } from '../../../errors/errors.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { allHouseTemplates, houseTemplate } from './house.ts'
import { PrintTemplateEntity, PrintTemplateVersionEntity } from '../../../entities/print.entity.ts'

const template = columns(PrintTemplateEntity, PrintTemplateEntity.tableName)
const newest = columns(PrintTemplateVersionEntity, 'newest')

const ofNewestVersion = (column: Fragment) =>
  sql`(select ${column} from ${table(PrintTemplateVersionEntity)} as newest
        where ${newest.template} = ${template.id} and ${newest.version} = ${template.version})`

const expressions = {
  Id: template.id,
  Name: template.name,
  Size: template.size,
  Version: template.version,
  House: sql`false`,
  Fields: ofNewestVersion(newest.fields),
  Lint: ofNewestVersion(newest.lint),
  CreatedAt: instantText(template.createdAt),
  UpdatedAt: instantText(template.updatedAt),
}
const inList = select(PrintTemplateEntity, PrintTemplate, expressions)
const inDetail = select(PrintTemplateEntity, PrintTemplateDetail, {
  ...expressions,
  Html: ofNewestVersion(newest.html),
})

export const isOfWorkspace = (workspaceId: string) =>
  sql`${template.workspace} = ${workspaceId} and ${template.deletedAt} is null`

export const isOwn = (workspaceId: string, id: string) =>
  sql<boolean>`${template.id} = ${id} and ${isOfWorkspace(workspaceId)}`

/** Contains the number of built-in templates on earlier pages. Later pages use a row cursor. */
const houseCursor = /^house-(\d)$/

/** One page: the built-in templates first, then those of the key, newest first. */
export async function listTemplates(
  em: EntityManager,
  workspaceId: string,
  { limit, cursor }: Input<'listPrintTemplates'>['query'],
): Promise<Page<PrintTemplate>> {
  const house = (await allHouseTemplates()).map(({ Html: _html, ...template }) => template)
  const [, passed] = houseCursor.exec(cursor ?? '') ?? []
  const start = cursor === undefined ? 0 : Number(passed ?? house.length)
  const first = house.slice(start, start + limit)
  const own = await keysetPage(em, {
    entity: PrintTemplateEntity,
    selection: inList,
    where: [isOfWorkspace(workspaceId)],
    // A page full of built-in templates still needs the total, and whether there is a next page.
    limit: Math.max(1, limit - first.length),
    cursor: passed === undefined ? cursor : undefined,
  })
  const total = own.total + house.length
  if (first.length < limit) return { ...own, rows: [...first, ...own.rows], total }
  const isMore = start + first.length < house.length || own.rows.length > 0
  return { rows: first, total, next: isMore ? `house-${start + first.length}` : undefined }
}

/** @throws {ProblemError} 404 unless it is built-in or belongs to the key. */
export async function getTemplate(em: EntityManager, workspaceId: string, id: string): Promise<PrintTemplateDetail> {
  const ofHouse = await houseTemplate(id)
  if (ofHouse) return ofHouse
  return inDetail.readOne(em, sql`where ${isOwn(workspaceId, id)}`, () => notFound('template'))
}

/** A template of the key. @throws {ProblemError} 404 */
export const getOwnTemplate = (em: EntityManager, workspaceId: string, id: string): Promise<PrintTemplate> =>
  inList.readOne(em, sql`where ${isOwn(workspaceId, id)}`, () => notFound('template'))
