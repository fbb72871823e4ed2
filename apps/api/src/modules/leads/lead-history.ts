import type { DailyCounts, LeadTrends, SourceCount } from '@app/contract'
import { sql } from 'kysely'
import type { EntityManager } from '../../entities/database.ts'
import { addDays, dayOf } from '../samples/business-days.ts'
import { countRequestsByDay } from '../samples/samples.queries.ts'
import { inDays, leadFacts, measures, sumOf, sums } from './lead-facts.ts'
import { figuresOf } from './lead-figures.ts'

/** Leads of this month, and of last month up to the same day. */
export async function getLeadTrends(em: EntityManager, timeZone: string, now = new Date()): Promise<LeadTrends> {
  const today = dayOf(now, timeZone)
  const thisMonth = `${today.slice(0, 7)}-01`
  const lastDay = addDays(thisMonth, -1)
  const lastMonth = `${lastDay.slice(0, 7)}-01`
  // The 31st is compared with all of a shorter month.
  const sameDay = Math.min(Number(today.slice(8)), Number(lastDay.slice(8)))
  const isThisMonth = sql<boolean>`day >= ${thisMonth}`
  const facts = await leadFacts(em, timeZone, ['day'], ['day', 'status', 'stage', 'volume', ...measures])
  const groups = await facts
    .select([isThisMonth.as('isThisMonth'), 'status', 'stage', 'volume', ...sums])
    .where('day', '>=', lastMonth)
    .where((eb) => eb.or([isThisMonth, eb('day', '<', addDays(lastMonth, sameDay))]))
    .groupBy(['isThisMonth', 'status', 'stage', 'volume'])
    .execute()
  return {
    thisMonth: figuresOf(groups.filter((group) => group.isThisMonth)),
    lastMonth: figuresOf(groups.filter((group) => !group.isThisMonth)),
  }
}

/** Number of sources shown by name. The others are added up. */
const namedSources = 5

/** Leads and sample requests of the last days, including today, by source. */
export async function getDailyCounts(
  em: EntityManager,
  days: number,
  timeZone: string,
  now = new Date(),
): Promise<DailyCounts> {
  const to = dayOf(now, timeZone)
  const from = addDays(to, 1 - days)
  const [leads, requests] = await Promise.all([
    leadFacts(em, timeZone, ['source'], ['day', 'name', 'leads']).then((facts) =>
      facts
        .select([sql<number>`day - ${from}::date`.as('index'), 'name as source', sumOf('leads').as('count')])
        .where(inDays({ from, to }))
        .groupBy(['index', 'name'])
        .execute(),
    ),
    countRequestsByDay(em, from, to, timeZone),
  ])
  return { from, to, leads: bySource(leads, days), sampleRequests: bySource(requests, days) }
}

type DayCount = Awaited<ReturnType<typeof countRequestsByDay>>[number]

/** A row of daily counts for each source, largest first, and one for all remaining sources. */
function bySource(counts: readonly DayCount[], days: number): SourceCount[] {
  const totals = new Map<string, number>()
  for (const { source, count } of counts) totals.set(source, (totals.get(source) ?? 0) + count)
  const ranked = [...totals].filter(([, total]) => total > 0).toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const named = ranked.slice(0, namedSources).map(([source]) => source)
  const rows: SourceCount[] = [...named, ...(ranked.length > namedSources ? [null] : [])].map((source) => ({
    source,
    counts: Array.from({ length: days }, () => 0),
  }))
  for (const { index, source, count } of counts) {
    const row = rows.find((one) => one.source === source) ?? rows.at(-1)
    if (row) row.counts[index] = (row.counts[index] ?? 0) + count
  }
  return rows
}
