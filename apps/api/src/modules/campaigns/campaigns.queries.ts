import { CampaignLink, CampaignScanDay, type Input } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf, selection } from '../../db/columns.ts'
import { dayText } from '../../db/iso-instant.ts'
import { type Conditions, joined, keysetPage, type Page, valuesOf } from '../../db/keyset-page.ts'
import { notFound } from '../../errors.ts'
import { withLastChange } from '../changes/changes.queries.ts'
import type { EntityManager } from '../database.ts'
import { CampaignLinkEntity, CampaignScanDayEntity } from './campaigns.entity.ts'

const { tableName } = CampaignLinkEntity
const { tableName: scanTable } = CampaignScanDayEntity
const link = columnsOf(CampaignLinkEntity)
const scan = columnsOf(CampaignScanDayEntity)

const scansOf = (column: string) =>
  `(select coalesce(sum(${column}), 0)::float8 from ${scanTable} where ${scanTable}.${scan.code} = ${tableName}.${link.code})`

/** What the rows lack is the host of the address. */
const shown = selection(CampaignLinkEntity, Type.Omit(CampaignLink, ['changedAt', 'changedBy']), {
  url: `'/q/' || ${link.code}`,
  by: link.createdBy,
  people: scansOf(scan.people),
  bots: scansOf(scan.bots),
})

const withUrl = (origin: string) => (row: CampaignLink) => ({ ...row, url: `${origin}${row.url}` })

/** One page of the links, the newest first. */
export async function listLinks(
  em: EntityManager,
  { limit, cursor }: Input<'listCampaignLinks'>['query'],
  origin: string,
): Promise<Page<CampaignLink>> {
  const page = await keysetPage(em, { entity: CampaignLinkEntity, selection: shown, where: [], limit, cursor })
  return { ...page, rows: (await withLastChange(em, page.rows)).map(withUrl(origin)) }
}

/** @throws {ProblemError} 404 when no link has this id. */
export async function readLink(em: EntityManager, id: string, origin: string): Promise<CampaignLink> {
  const found = await em.execute(`select ${shown.sql} from ${tableName} where ${link.id} = ?`, [id])
  const [row] = await withLastChange(em, shown.rows(found))
  if (!row) throw notFound('campaign link')
  return withUrl(origin)(row)
}

const days = checkedRows(CampaignScanDay)

/** The scans of a link by day, the newest first. @throws {ProblemError} 404 when no link has this id. */
export async function listScans(
  em: EntityManager,
  id: string,
  { from, to }: Input<'listCampaignScans'>['query'],
): Promise<CampaignScanDay[]> {
  const { code } = await readLink(em, id, '')
  const where: Conditions = [[`${scan.code} = ?`, [code]]]
  if (from) where.push([`${scan.day} >= ?::date`, [from]])
  if (to) where.push([`${scan.day} <= ?::date`, [to]])
  const found = await em.execute(
    `select ${dayText(scan.day)} as day, ${scan.people}::float8 as people, ${scan.bots}::float8 as bots
       from ${scanTable} where ${joined(where)} order by ${scan.day} desc limit 1000`,
    valuesOf(where),
  )
  return days(found)
}
