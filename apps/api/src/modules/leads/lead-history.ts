import type { EntityManager } from '@mikro-orm/postgresql'
import type { DailyCounts, LeadTrends, SourceCount } from '@app/contract'
import { countedUntil, figuresOf, type Group } from './lead-counts.ts'

/** Leads by day since a day of the business time zone: those counted ahead, and those that arrived since. */
async function leadDays(em: EntityManager, from: string, timeZone: string): Promise<[sql: string, values: unknown[]]> {
  const until = await countedUntil(em, timeZone)
  return [
    `(select day, source, status, volume, leads from lead_count_day
       where ?::timestamptz > '-infinity' and day >= ?::date
      union all
      select (created_at at time zone ?)::date, source, status, coalesce(volume, ''), 1 from lead
       where created_at >= ?::timestamptz and created_at >= ?::date::timestamp at time zone ? and not is_spam)`,
    [until, from, timeZone, until, from, timeZone],
  ]
}

/** A day as the calendar of a time zone has it, this many days after today. */
const dayOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant)

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Leads of this month beside those of last month up to the same day. */
export async function getLeadTrends(em: EntityManager, timeZone: string, now = new Date()): Promise<LeadTrends> {
  const today = dayOf(now, timeZone)
  const thisMonth = `${today.slice(0, 7)}-01`
  const lastDay = addDays(thisMonth, -1)
  const lastMonth = `${lastDay.slice(0, 7)}-01`
  // The 31st is compared with the whole of a shorter month.
  const sameDay = Math.min(Number(today.slice(8)), Number(lastDay.slice(8)))
  const [days, values] = await leadDays(em, lastMonth, timeZone)
  const groups = await em.execute<(Group & { isThisMonth: boolean })[]>(
    `select day >= ?::date as "isThisMonth", status, nullif(volume, '') as volume, sum(leads)::float8 as leads
       from ${days} as counted
      where day >= ?::date or day < ?::date
      group by 1, 2, 3`,
    [thisMonth, ...values, thisMonth, addDays(lastMonth, sameDay)],
  )
  return {
    thisMonth: figuresOf(groups.filter(({ isThisMonth }) => isThisMonth)),
    lastMonth: figuresOf(groups.filter(({ isThisMonth }) => !isThisMonth)),
  }
}

interface DayCount {
  /** Days after the first. */
  index: number
  source: string
  count: number
}

/** Sources that are named; the others are counted together. */
const namedSources = 5

/** For requests from the page that sends no label. */
const samplesPage = 'Free Samples Page'

/** Leads and sample requests of the last days, today included, by source. */
export async function getDailyCounts(
  em: EntityManager,
  days: number,
  timeZone: string,
  now = new Date(),
): Promise<DailyCounts> {
  const to = dayOf(now, timeZone)
  const from = addDays(to, 1 - days)
  const [counted, values] = await leadDays(em, from, timeZone)
  const [leads, sampleRequests] = await Promise.all([
    em.execute<DayCount[]>(
      `select day - ?::date as index, source, sum(leads)::float8 as count from ${counted} as counted
        where day <= ?::date group by 1, 2`,
      [from, ...values, to],
    ),
    em.execute<DayCount[]>(
      `select (created_at at time zone ?)::date - ?::date as index, coalesce(source, ?) as source, count(*)::float8 as count
         from sample_request
        where created_at >= ?::date::timestamp at time zone ?
          and created_at < (?::date + 1)::timestamp at time zone ? and not is_spam
        group by 1, 2`,
      [timeZone, from, samplesPage, from, timeZone, to, timeZone],
    ),
  ])
  return { from, to, leads: bySource(leads, days), sampleRequests: bySource(sampleRequests, days) }
}

/** One row of counts for each source, those with most first; what is behind the fifth comes together. */
function bySource(dayCounts: readonly DayCount[], days: number): SourceCount[] {
  const totals = new Map<string, number>()
  for (const { source, count } of dayCounts) totals.set(source, (totals.get(source) ?? 0) + count)
  const ranked = [...totals].filter(([, total]) => total > 0).toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const named = ranked.slice(0, namedSources).map(([source]) => source)
  const rows: SourceCount[] = [...named, ...(ranked.length > namedSources ? [null] : [])].map((source) => ({
    source,
    counts: Array.from({ length: days }, () => 0),
  }))
  for (const { index, source, count } of dayCounts) {
    const row = rows.find((one) => one.source === source) ?? rows.at(-1)
    if (row) row.counts[index] = (row.counts[index] ?? 0) + count
  }
  return rows
}
