import type { EntityManager } from '@mikro-orm/postgresql'
import type { DailyCounts, LeadTrends, SourceCount } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf } from '../../db/columns.ts'
import { countRequestsByDay, DayCount } from '../samples/samples.queries.ts'
import { LeadCountDayEntity } from './lead-counts.entity.ts'
import { countedUntil, isListed } from './lead-counts.ts'
import { figuresOf, Group } from './lead-figures.ts'
import { groupSums, measureColumns, measuresOfEach } from './lead-measures.ts'
import { LeadEntity } from './leads.entity.ts'

const lead = columnsOf(LeadEntity)
const daily = columnsOf(LeadCountDayEntity)

/** SQL for leads by day since a day of the business time zone: the pre-aggregated ones and those that arrived since. */
async function leadDays(em: EntityManager, from: string, timeZone: string): Promise<[sql: string, values: unknown[]]> {
  const until = await countedUntil(em, timeZone)
  return [
    `(select ${daily.day} as day, ${daily.source} as source, ${daily.status} as status, ${daily.volume} as volume,
             ${measureColumns.join(', ')}
        from ${LeadCountDayEntity.tableName}
       where ?::timestamptz > '-infinity' and ${daily.day} >= ?::date
      union all
      select (${lead.createdAt} at time zone ?)::date, ${lead.source}, ${lead.status}, coalesce(${lead.volume}, ''),
             ${measuresOfEach.join(', ')}
        from ${LeadEntity.tableName}
       where ${lead.createdAt} >= ?::timestamptz and ${lead.createdAt} >= ?::date::timestamp at time zone ?
         and ${isListed})`,
    [until, from, timeZone, until, from, timeZone],
  ]
}

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. */
const dayOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant)

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const monthGroups = checkedRows(Type.Object({ ...Group.properties, isThisMonth: Type.Boolean() }))

/** The leads of this month, and those of last month up to the same day. */
export async function getLeadTrends(em: EntityManager, timeZone: string, now = new Date()): Promise<LeadTrends> {
  const today = dayOf(now, timeZone)
  const thisMonth = `${today.slice(0, 7)}-01`
  const lastDay = addDays(thisMonth, -1)
  const lastMonth = `${lastDay.slice(0, 7)}-01`
  // The 31st is compared with the whole of a shorter month.
  const sameDay = Math.min(Number(today.slice(8)), Number(lastDay.slice(8)))
  const [days, values] = await leadDays(em, lastMonth, timeZone)
  const found = await em.execute(
    `select day >= ?::date as "isThisMonth", status, nullif(volume, '') as volume, ${groupSums}
       from ${days} as counted
      where day >= ?::date or day < ?::date
      group by 1, 2, 3`,
    [thisMonth, ...values, thisMonth, addDays(lastMonth, sameDay)],
  )
  const groups = monthGroups(found)
  return {
    thisMonth: figuresOf(groups.filter(({ isThisMonth }) => isThisMonth)),
    lastMonth: figuresOf(groups.filter(({ isThisMonth }) => !isThisMonth)),
  }
}

const dayCounts = checkedRows(DayCount)

/** This many sources are shown by name. The others are added up. */
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
  const [counted, values] = await leadDays(em, from, timeZone)
  const [leads, requests] = await Promise.all([
    em.execute(
      `select day - ?::date as index, source, sum(leads)::float8 as count from ${counted} as counted
        where day <= ?::date group by 1, 2`,
      [from, ...values, to],
    ),
    countRequestsByDay(em, from, to, timeZone),
  ])
  return { from, to, leads: bySource(dayCounts(leads), days), sampleRequests: bySource(requests, days) }
}

/** A row of daily counts for each source, the largest first, and one for all sources that are not shown by name. */
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
