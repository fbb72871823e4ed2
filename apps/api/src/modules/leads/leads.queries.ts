import type { EntityManager } from '@mikro-orm/postgresql'
import { type Input, Lead, LeadDetail, type LeadInput, SpamRecord } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf, selection } from '../../db/columns.ts'
import { csvFile } from '../../db/csv.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, keysetPage, type Order, type Page } from '../../db/keyset-page.ts'
import { newestIds } from '../../db/newest-ids.ts'
import { dayConditions } from '../../db/record-conditions.ts'
import { spamPage, spamReason, syncError } from '../../db/spam.ts'
import { exportedCondition, searchCountCap, searchedLead, searchedPage } from '../../db/search.ts'
import { notFound } from '../../errors.ts'
import { countLeads, isPreAggregated, type LeadFilters, unconverted } from './lead-counts.ts'
import { LeadCountDayEntity, LeadEntity, leadKeys } from './leads.entity.ts'

const { tableName } = LeadEntity
const lead = columnsOf(LeadEntity)
const { day } = columnsOf(LeadCountDayEntity)
// Selecting it here would change which index a list reads; withRepeats() asks for it separately.
const repeats = 'null'
const listed = selection(LeadEntity, Lead, { repeats })

type LeadQuery = Pick<
  Input<'listLeads'>['query'],
  'q' | 'status' | 'converted' | 'industry' | 'volume' | 'source' | 'from' | 'to'
>

/** The conditions that a caller's filters stand for, but for the search. */
export function leadFilters(query: LeadQuery, timeZone: string): LeadFilters {
  const { status, converted, industry, volume, source, from, to } = query
  const traits: Conditions = []
  if (status) traits.push([`${lead.status} = ?`, [status]])
  if (converted !== undefined) {
    const marks = unconverted.map(() => '?').join(', ')
    traits.push([`${lead.status} ${converted ? 'not in' : 'in'} (${marks})`, [...unconverted]])
  }
  if (industry) traits.push([`${lead.industry} = ?`, [industry]])
  if (volume) traits.push([`${lead.volume} = ?`, [volume]])
  if (source) traits.push([`${lead.source} = ?`, [source]])
  const days: Conditions = []
  if (from) days.push([`${day} >= ?::date`, [from]])
  if (to) days.push([`${day} <= ?::date`, [to]])
  return { traits, instants: dayConditions(from, to, timeZone), days }
}

/** All conditions of one list, spam left out. */
const leadConditions = ({ traits, instants }: LeadFilters): Conditions => [
  [`not ${lead.isSpam}`, []],
  ...traits,
  ...instants,
]

const orders: Record<NonNullable<Input<'listLeads'>['query']['order']>, Order> = {
  newest: { descending: true },
  oldest: { descending: false },
  name: { key: leadKeys.name, descending: false },
  'name-reversed': { key: leadKeys.name, descending: true },
  company: { key: leadKeys.company, descending: false },
  'company-reversed': { key: leadKeys.company, descending: true },
  status: { key: leadKeys.status, descending: false },
  'status-reversed': { key: leadKeys.status, descending: true },
}

/** One page of leads, newest first unless asked otherwise. */
export async function listLeads(
  em: EntityManager,
  query: Input<'listLeads'>['query'],
  timeZone: string,
): Promise<Page<Lead>> {
  const { q, limit, cursor } = query
  const order = orders[query.order ?? 'newest']
  const filters = leadFilters(query, timeZone)
  const counted =
    !q && isPreAggregated(filters) ? { total: () => countLeads(em, filters, timeZone) } : { countCap: searchCountCap }
  const where = leadConditions(filters)
  const page = await searchedPage(em, searchedLead, q, (fork, search) =>
    keysetPage(fork, {
      entity: LeadEntity,
      selection: listed,
      where: [...where, ...search],
      limit,
      cursor,
      order,
      ...counted,
    }),
  )
  return { ...page, rows: await withRepeats(em, page.rows) }
}

const emails = checkedRows(Type.Object({ email: Type.String() }))

/** Says which of these leads share their email with another lead. Spam is left out. */
async function withRepeats<Row extends Pick<Lead, 'email'>>(em: EntityManager, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const found = await em.execute(
    `select asked.email from (values ${rows.map(() => '(?::text)').join(', ')}) as asked(email)
      where (select count(*)
               from (select from ${tableName} where lower(${lead.email}) = lower(asked.email) and not ${lead.isSpam}
                      limit 2) as same) > 1`,
    rows.map(({ email }) => email),
  )
  const repeated = new Set(emails(found).map(({ email }) => email))
  return rows.map((row) => (repeated.has(row.email) ? { ...row, repeats: ['email' as const] } : row))
}

const caught = selection(LeadEntity, SpamRecord, { reason: spamReason })

/** One page of the leads that were caught as spam. */
export const listSpamLeads = (em: EntityManager, query: Input<'listSpamLeads'>['query']) =>
  spamPage(em, { entity: LeadEntity, selection: caught, ...query })

/** The newest leads since an instant, for readers of the live events. */
export const newestLeadIds = (em: EntityManager, since: string, limit: number) =>
  newestIds(em, LeadEntity, since, limit)

/** What a lead's form asks, but for the field that people do not see and the label of the product. */
type Asked = Exclude<keyof LeadInput, 'website' | 'leadSource'>

const csvColumns = {
  id: lead.id,
  firstName: lead.firstName,
  lastName: lead.lastName,
  email: lead.email,
  phone: lead.phone,
  company: lead.company,
  industry: lead.industry,
  volume: lead.volume,
  source: lead.source,
  status: lead.status,
  createdAt: isoInstant(lead.createdAt),
  message: lead.message,
} satisfies Record<Asked | 'id' | 'status' | 'createdAt', string>

/** All leads that pass the filter, as CSV. */
export async function exportLeads(em: EntityManager, asked: Input<'exportLeads'>['query'], timeZone: string) {
  const { columns: wanted, order, ...query } = asked
  const first = query.q ? await listLeads(em, { ...query, limit: 1 }, timeZone) : {}
  const search = exportedCondition(searchedLead, query.q, first)
  const where = [...leadConditions(leadFilters(query, timeZone)), ...search]
  const names = wanted?.split(',')
  const columns = Object.fromEntries(Object.entries(csvColumns).filter(([name]) => names?.includes(name) ?? true))
  return csvFile(em, { entity: LeadEntity, columns, where, order: orders[order ?? 'newest'] })
}

const detailed = selection(LeadEntity, LeadDetail, {
  repeats,
  crmError: syncError,
  // The column is read by its name in JSON: in the middle of a deployment the table may not have it yet.
  crmFailures: `coalesce(nullif(to_jsonb(${tableName}) -> '${lead.crmFailures}', 'null'), '[]')`,
})

/** @throws {ProblemError} 404 when no lead has this id. */
export async function getLead(em: EntityManager, id: string): Promise<LeadDetail> {
  const found = await em.execute(
    `select ${detailed.sql} from ${tableName} where ${lead.id} = ? and not ${lead.isSpam}`,
    [id],
  )
  const [detail] = await withRepeats(em, detailed.rows(found))
  if (!detail) throw notFound('lead')
  return detail
}
