import type { EntityManager } from '@mikro-orm/postgresql'
import { type Input, Lead, LeadDetail, type LeadInput } from '@app/contract'
import { columnsOf, selection } from '../../db/columns.ts'
import { csvFile } from '../../db/csv.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, keysetPage, type Order, type Page } from '../../db/keyset-page.ts'
import { newestIds } from '../../db/newest-ids.ts'
import { dayConditions, searchCondition, searchCountCap } from '../../db/record-conditions.ts'
import { notFound } from '../../errors.ts'
import { countLeads, isPreAggregated, type LeadFilters } from './lead-counts.ts'
import { LeadCountDayEntity, LeadEntity, leadKeys } from './leads.entity.ts'

const lead = columnsOf(LeadEntity)
const { day } = columnsOf(LeadCountDayEntity)
const listed = selection(LeadEntity, Lead)

type LeadQuery = Pick<Input<'listLeads'>['query'], 'q' | 'status' | 'industry' | 'volume' | 'source' | 'from' | 'to'>

/** The conditions that a caller's filters stand for. */
export function leadFilters(query: LeadQuery, timeZone: string): LeadFilters {
  const { q, status, industry, volume, source, from, to } = query
  const traits: Conditions = []
  if (status) traits.push([`${lead.status} = ?`, [status]])
  if (industry) traits.push([`${lead.industry} = ?`, [industry]])
  if (volume) traits.push([`${lead.volume} = ?`, [volume]])
  if (source) traits.push([`${lead.source} = ?`, [source]])
  const days: Conditions = []
  if (from) days.push([`${day} >= ?::date`, [from]])
  if (to) days.push([`${day} <= ?::date`, [to]])
  return { traits, instants: dayConditions(from, to, timeZone), days, search: searchCondition(q) }
}

/** All conditions of one list, spam left out. */
const leadConditions = ({ traits, instants, search }: LeadFilters): Conditions => [
  [`not ${lead.isSpam}`, []],
  ...traits,
  ...instants,
  ...search,
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
export function listLeads(
  em: EntityManager,
  query: Input<'listLeads'>['query'],
  timeZone: string,
): Promise<Page<Lead>> {
  const { limit, cursor } = query
  const order = orders[query.order ?? 'newest']
  const filters = leadFilters(query, timeZone)
  const counted = isPreAggregated(filters)
    ? { total: () => countLeads(em, filters, timeZone) }
    : { countCap: searchCountCap }
  const where = leadConditions(filters)
  return keysetPage(em, { entity: LeadEntity, selection: listed, where, limit, cursor, order, ...counted })
}

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
export const exportLeads = (em: EntityManager, query: LeadQuery, timeZone: string) =>
  csvFile(em, { entity: LeadEntity, columns: csvColumns, where: leadConditions(leadFilters(query, timeZone)) })

const detailed = selection(LeadEntity, LeadDetail, {
  // The column is read by its name in JSON: in the middle of a deployment the table may not have it yet.
  crmFailures: `coalesce(nullif(to_jsonb(${LeadEntity.tableName}) -> '${lead.crmFailures}', 'null'), '[]')`,
})

/** @throws {ProblemError} 404 when no lead has this id. */
export async function getLead(em: EntityManager, id: string): Promise<LeadDetail> {
  const found = await em.execute(
    `select ${detailed.sql} from ${LeadEntity.tableName} where ${lead.id} = ? and not ${lead.isSpam}`,
    [id],
  )
  const [detail] = detailed.rows(found)
  if (!detail) throw notFound('lead')
  return detail
}
