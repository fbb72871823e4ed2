import { CampaignLink, CampaignScanDay, type Input } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { foldedSql } from '../../db/folded-text.ts'
import { all, keysetPage, type Page } from '../../db/keyset-page.ts'
import { reader, columns, type Fragment, select, table, dateText } from '../../db/sql.ts'
import { searchCondition } from '../../db/search.ts'
import { notFound } from '../../errors/errors.ts'
import { withItsLastChange, withLastChange } from '../changes/changes.queries.ts'
import type { EntityManager } from '../../entities/database.ts'
import { CampaignLinkEntity, CampaignScanDayEntity } from '../../entities/campaigns.entity.ts'

const link = columns(CampaignLinkEntity, CampaignLinkEntity.tableName)
const scan = columns(CampaignScanDayEntity, 'scan')

const scansOf = (column: Fragment) =>
  sql`(select coalesce(sum(${column}), 0)::float8 from ${table(CampaignScanDayEntity)} as scan where ${scan.code} = ${link.code})`

/** There are few links, so no index is needed. */
const searchedLink = foldedSql(
  sql.join([link.label, link.campaign, sql`coalesce(${link.piece}, '')`, link.code], sql` || ' ' || `),
)

/** The members of a link. Its URL still lacks the host. */
const shown = select(CampaignLinkEntity, Type.Omit(CampaignLink, ['changedAt', 'changedBy']), {
  url: sql`'/q/' || ${link.code}`,
  by: link.createdBy,
  people: scansOf(scan.people),
  bots: scansOf(scan.bots),
})

const withUrl = (origin: string) => (row: CampaignLink) => ({ ...row, url: `${origin}${row.url}` })

export async function listLinks(
  em: EntityManager,
  { q, limit, cursor }: Input<'listCampaignLinks'>['query'],
  origin: string,
): Promise<Page<CampaignLink>> {
  const where = searchCondition(searchedLink, q)
  const page = await keysetPage(em, { entity: CampaignLinkEntity, selection: shown, where, limit, cursor })
  return { ...page, rows: (await withLastChange(em, page.rows)).map(withUrl(origin)) }
}

/** @throws {ProblemError} 404 when no link has this id. */
export async function readLink(em: EntityManager, id: string, origin: string): Promise<CampaignLink> {
  const found = await shown.readOne(em, sql`where ${link.id} = ${id}`, () => notFound('campaign link'))
  return withUrl(origin)(await withItsLastChange(em, found))
}

const days = reader(CampaignScanDay)

/** The scans of a link by day, the newest first. @throws {ProblemError} 404 when no link has this id. */
export async function listScans(em: EntityManager, id: string, { from, to }: Input<'listCampaignScans'>['query']) {
  const { code } = await readLink(em, id, '')
  const where = [sql`${scan.code} = ${code}`]
  if (from) where.push(sql`${scan.day} >= ${from}::date`)
  if (to) where.push(sql`${scan.day} <= ${to}::date`)
  return days(
    em,
    sql`select ${dateText(scan.day)} as day, ${scan.people}::float8 as people, ${scan.bots}::float8 as bots
          from ${table(CampaignScanDayEntity)} as scan where ${all(where)} order by ${scan.day} desc limit 1000`,
  )
}
