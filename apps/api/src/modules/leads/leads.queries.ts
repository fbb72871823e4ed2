import { type Input, Lead, LeadColumn, LeadDetail, SpamRecord } from '@app/contract'
import { fieldsWith, type LeadFieldColumn, leadFields } from '@app/labels'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { csvFile } from '../../db/csv.ts'
import { countRowsUpTo, keysetPage, type Order } from '../../db/keyset-page.ts'
import { prepared, columns, type Fragment, select, table, dateText, instantText } from '../../db/sql.ts'
import { exportedCondition, searchCountCap, searchedPage } from '../../db/search.ts'
import { spamPage, spamReason } from '../spam/spam.ts'
import { notFound } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import { countLeads, factKindOf } from './lead-counts.ts'
import { leadConditions, leadFilters, type Reader } from './lead-filters.ts'
import { withDuplicates } from './lead-duplicates.ts'
import { alsoMerged, withMerged } from './merged-leads.ts'
import { CustomerAccountEntity } from '../../entities/customers.entity.ts'
import { LeadEntity, leadKeys, searchedLead } from '../../entities/leads.entity.ts'
import { StaffUserEntity } from '../../entities/accounts.entity.ts'
import { readWork } from './work/lead-work.queries.ts'

const lead = columns(LeadEntity)
const account = columns(CustomerAccountEntity, 'account')
// Qualified: in a subquery, an unqualified name would refer to the other rows.
const shown = columns(LeadEntity, LeadEntity.tableName)
const owner = columns(StaffUserEntity, StaffUserEntity.tableName)
// Selecting it here would change which index a list uses; withDuplicates() loads it separately.
const duplicateBy = sql`null`
// A lead without pipeline fields is listed without them.
const listed = select(LeadEntity, Type.Object({ ...Lead.properties, phone: LeadDetail.properties.phone }), {
  duplicateBy,
  stage: sql`nullif(${lead.stage}, 'new')`,
  nextStepOn: dateText(lead.nextStepOn),
  version: sql`nullif(${lead.version}, 1)`,
})

const orders: Record<NonNullable<Input<'listLeads'>['query']['order']>, Order> = {
  newest: { descending: true },
  oldest: { descending: false },
  name: { key: leadKeys.name, descending: false },
  'name-reversed': { key: leadKeys.name, descending: true },
  company: { key: leadKeys.company, descending: false },
  'company-reversed': { key: leadKeys.company, descending: true },
  status: { key: leadKeys.status, descending: false },
  'status-reversed': { key: leadKeys.status, descending: true },
  due: { key: leadKeys.due, descending: false },
}

/** Counting of due leads stops here. */
const dueCountCap = 10_000

export async function listLeads(em: EntityManager, query: Input<'listLeads'>['query'], { timeZone, staffId }: Reader) {
  const { q, limit, cursor } = query
  const order = orders[query.order ?? 'newest']
  const filters = leadFilters(query, { timeZone, staffId })
  const where = leadConditions(filters, timeZone)
  const kind = factKindOf(filters)
  const total = kind
    ? () => countLeads(em, kind, filters, timeZone)
    : query.due !== undefined && (() => countRowsUpTo(em, LeadEntity, where, dueCountCap))
  const counted = !q && total ? { total } : { countCap: searchCountCap }
  const page = await searchedPage(em, searchedLead, q, (fork, search) =>
    keysetPage(fork, {
      entity: LeadEntity,
      selection: listed,
      where: [...where, ...alsoMerged(search)],
      limit,
      cursor,
      order,
      // Every list has two conditions.
      isOftenEmpty: where.length > 2,
      ...counted,
    }),
  )
  const rows = await withDuplicates(em, page.rows)
  // Phone numbers are only compared; lists do not show them.
  return { ...page, rows: rows.map(({ phone: _phone, ...row }) => row) }
}

const caught = select(LeadEntity, SpamRecord, { reason: spamReason(LeadEntity) })

export const listSpamLeads = (em: EntityManager, query: Input<'listSpamLeads'>['query']) =>
  spamPage(em, { entity: LeadEntity, selection: caught, ...query })

/** The value of this attribution key. Empty when the lead has no such key. */
const touchName = (kind: string) =>
  sql`(select substr(key, ${sql.lit(kind.length + 2)}) from unnest(${lead.touchKeys}) as key
        where starts_with(key, ${sql.lit(`${kind}=`)}))`

const touchCells = {
  firstSource: touchName('first.source'),
  firstCampaign: touchName('first.campaign'),
  firstPage: touchName('first.page'),
  firstPiece: touchName('first.piece'),
  lastSource: touchName('last.source'),
  lastCampaign: touchName('last.campaign'),
  lastPage: touchName('last.page'),
  lastPiece: touchName('last.piece'),
}

const fieldCells = {
  ...lead,
  ownerId: sql`(select ${owner.name} from ${table(StaffUserEntity)} where ${owner.id} = ${lead.ownerId})`,
  wonValue: sql`(${lead.wonCents} / 100.0)::float8`,
  nextStepOn: dateText(lead.nextStepOn),
}

const otherCells: Record<Exclude<LeadColumn, LeadFieldColumn>, Fragment> = {
  id: lead.id,
  status: lead.status,
  createdAt: instantText(lead.createdAt),
  ...touchCells,
}

const exported = fieldsWith(leadFields, 'csv').map((name): [LeadColumn, Fragment] => [
  leadFields[name].csv,
  fieldCells[name],
])
const csvColumns = new Map(
  [...Object.entries<Fragment>(otherCells), ...exported].map(([name, cell]) => [name, prepared(cell)]),
)

export async function exportLeads(
  em: EntityManager,
  asked: Input<'exportLeads'>['query'],
  { onRows, ...reader }: Reader & { onRows?: (count: number) => void },
) {
  const { columns: names, order, ...query } = asked
  const first = query.q ? await listLeads(em, { ...query, limit: 1 }, reader) : {}
  const search = exportedCondition(searchedLead, query.q, first)
  const where = [...leadConditions(leadFilters(asked, reader), reader.timeZone), ...alsoMerged(search)]
  const wanted = LeadColumn.enum.filter((name) => names?.includes(name) ?? true)
  const columns = Object.fromEntries(wanted.map((name) => [name, csvColumns.get(name) ?? sql`null`]))
  return csvFile(em, { entity: LeadEntity, columns, where, order: orders[order ?? 'newest'], onRows })
}

const detailed = select(LeadEntity, Type.Omit(LeadDetail, ['pipeline']), {
  duplicateBy,
  crmFailures: sql`coalesce(${lead.crmFailures}, '[]')`,
  accountId: sql`(select ${account.id} from ${table(CustomerAccountEntity)} as account
                   where ${account.leadId} in ${withMerged(sql`select ${shown.id}`)} limit 1)`,
})

/** @throws {ProblemError} 404 when no lead has this id. */
export async function getLead(em: EntityManager, id: string): Promise<LeadDetail> {
  const isShown = sql`where ${lead.id} = ${id} and not ${lead.isSpam}`
  const stored = await detailed.readOne(em, isShown, () => notFound('lead'))
  const [detail = stored] = stored.mergedInto ? [] : await withDuplicates(em, [stored])
  return { ...detail, pipeline: await readWork(em, id) }
}
