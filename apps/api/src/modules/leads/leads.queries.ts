import type { EntityManager } from '@mikro-orm/postgresql'
import type { Input, Lead, LeadStats } from '@app/contract'
import { pipelineDollars } from '@app/pricing'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, keysetPage, type Page } from '../../db/keyset-page.ts'

const columns = `id, first_name as "firstName", last_name as "lastName", email, company, industry, volume, status,
                 ${isoInstant('created_at')} as "createdAt"`

/** Signs that mean something to LIKE are taken literally. */
const containing = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`

/** One page of leads, newest first. */
export function listLeads(
  em: EntityManager,
  query: Input<'listLeads'>['query'],
  timeZone: string,
): Promise<Page<Lead>> {
  const { q, status, industry, volume, source, from, to, limit, cursor } = query
  const where: Conditions = []
  if (q) {
    where.push([
      `(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, '')) ilike ?`,
      [containing(q)],
    ])
  }
  if (status) where.push(['status = ?', [status]])
  if (industry) where.push(['industry = ?', [industry]])
  if (volume) where.push(['volume = ?', [volume]])
  if (source) where.push(['source = ?', [source]])
  if (from) where.push(['created_at >= ?::date::timestamp at time zone ?', [from, timeZone]])
  if (to) where.push(['created_at < (?::date + 1)::timestamp at time zone ?', [to, timeZone]])
  return keysetPage<Lead>(em, { table: 'lead', columns, where, limit, cursor })
}

interface Group {
  status: string
  volume: string | null
  leads: number
  recent: number
}

const failed = new Set(['new', 'sync_failed'])

/** The four figures of the dashboard, counted in one pass over the leads. */
export async function getLeadStats(em: EntityManager, timeZone: string): Promise<LeadStats> {
  const groups = await em.execute<Group[]>(
    `select status, volume, count(*)::int as leads,
            (count(*) filter (where created_at >= date_trunc('month', now() at time zone ?) at time zone ?))::int as recent
       from lead
      group by status, volume`,
    [timeZone, timeZone],
  )
  const count = (matches: (group: Group) => boolean) =>
    groups.filter(matches).reduce((total, { leads }) => total + leads, 0)
  const totalLeads = count(() => true)
  const converted = count(({ status }) => !failed.has(status))
  return {
    totalLeads,
    thisMonth: groups.reduce((total, { recent }) => total + recent, 0),
    conversionRate: totalLeads === 0 ? 0 : Math.round((converted * 1000) / totalLeads) / 10,
    pipelineValue: groups
      .filter(({ status }) => status !== 'lost')
      .reduce((total, { volume, leads }) => total + leads * pipelineDollars(volume), 0),
  }
}
