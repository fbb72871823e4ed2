import type { EntityManager } from '@mikro-orm/postgresql'
import type { Input, Lead, LeadDetail } from '@app/contract'
import { type CsvColumn, csvFile } from '../../db/csv.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, keysetPage, type Order, type Page } from '../../db/keyset-page.ts'
import { dayConditions, searchCondition, searchCountCap } from '../../db/record-conditions.ts'
import { notFound } from '../../errors.ts'
import { countLeads, isCountedAhead, type LeadFilters } from './lead-counts.ts'
import { leadKeys } from './leads.entity.ts'

const columns = `id, first_name as "firstName", last_name as "lastName", email, company, industry, volume, status,
                 ${isoInstant('created_at')} as "createdAt"`

type LeadQuery = Pick<Input<'listLeads'>['query'], 'q' | 'status' | 'industry' | 'volume' | 'source' | 'from' | 'to'>

/** The conditions that a caller's filters stand for. */
export function leadFilters(query: LeadQuery, timeZone: string): LeadFilters {
  const { q, status, industry, volume, source, from, to } = query
  const traits: Conditions = []
  if (status) traits.push(['status = ?', [status]])
  if (industry) traits.push(['industry = ?', [industry]])
  if (volume) traits.push(['volume = ?', [volume]])
  if (source) traits.push(['source = ?', [source]])
  const days: Conditions = []
  if (from) days.push(['day >= ?::date', [from]])
  if (to) days.push(['day <= ?::date', [to]])
  return { traits, instants: dayConditions(from, to, timeZone), days, search: searchCondition(q) }
}

/** All conditions of one list, spam left out. */
export const leadConditions = ({ traits, instants, search }: LeadFilters): Conditions => [
  ['not is_spam', []],
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
  const counted = isCountedAhead(filters)
    ? { total: () => countLeads(em, filters, timeZone) }
    : { countCap: searchCountCap }
  const where = leadConditions(filters)
  return keysetPage<Lead>(em, { table: 'lead', columns, where, limit, cursor, order, ...counted })
}

const csvColumns: CsvColumn[] = [
  ['id', 'id'],
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['company', 'company'],
  ['industry', 'industry'],
  ['volume', 'volume'],
  ['source', 'source'],
  ['status', 'status'],
  ['createdAt', isoInstant('created_at')],
  ['message', 'message'],
]

/** All leads under the same filter, as CSV. */
export const exportLeads = (em: EntityManager, query: LeadQuery, timeZone: string) =>
  csvFile(em, { table: 'lead', columns: csvColumns, where: leadConditions(leadFilters(query, timeZone)) })

/** @throws {ProblemError} 404 when no lead has this id. */
// The column of failures is read by name: while a deployment goes on the table may not have it yet.
export async function getLead(em: EntityManager, id: string): Promise<LeadDetail> {
  const [lead] = await em.execute<LeadDetail[]>(
    `select ${columns}, phone, message, source, lead_source as "leadSource", crm_error as "crmError",
            crm_attempts as "crmAttempts", ${isoInstant('crm_synced_at')} as "crmSyncedAt", crm_lead_id as "crmLeadId",
            coalesce(to_jsonb(lead) -> 'crm_failures', '[]') as "crmFailures"
       from lead
      where id = ? and not is_spam`,
    [id],
  )
  if (!lead) throw notFound('lead')
  return lead
}
