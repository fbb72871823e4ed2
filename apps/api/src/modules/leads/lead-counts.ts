import type { EntityManager } from '@mikro-orm/postgresql'
import { LeadSourceCount, type LeadStats, LeadStatusCount, type MonthFigures } from '@app/contract'
import { dollarsOf, pipelineValue, times } from '@app/pricing'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf } from '../../db/columns.ts'
import { type Conditions, joined, type Total, valuesOf } from '../../db/keyset-page.ts'
import { LeadCountDayEntity, LeadCountEntity, LeadCountStateEntity, LeadEntity } from './leads.entity.ts'

const { tableName: leadTable } = LeadEntity
const { tableName: countTable } = LeadCountEntity
const { tableName: dayTable } = LeadCountDayEntity
const { tableName: stateTable } = LeadCountStateEntity
const lead = columnsOf(LeadEntity)
const count = columnsOf(LeadCountEntity)
const day = columnsOf(LeadCountDayEntity)
const state = columnsOf(LeadCountStateEntity)

/** The filters of a list of leads, split by where their counts come from. */
export interface LeadFilters {
  /** Conditions on status, industry, volume and source, whose columns have the same names in the counts. */
  traits: Conditions
  /** Conditions on the time of arrival, and the same conditions on the days of the daily counts. */
  instants: Conditions
  days: Conditions
}

/** There are counts by traits and counts by day, but none by both. */
export const isPreAggregated = ({ traits, instants }: LeadFilters): boolean =>
  instants.length === 0 || traits.length === 0

const totals = checkedRows(Type.Object({ total: Type.Integer() }))

/**
 * The number of leads that pass pre-aggregated filters. Leads that arrived after the aggregation are counted and added,
 * so that a total costs the same however many leads there are.
 */
export async function countLeads(em: EntityManager, filters: LeadFilters, timeZone: string): Promise<Total> {
  const { traits, instants, days } = filters
  const [table, counted] = instants.length > 0 ? [dayTable, days] : [countTable, traits]
  const until = await countedUntil(em, timeZone)
  const found = await em.execute(
    `select (coalesce((select sum(${count.leads}) from ${table}
                        where ?::timestamptz > '-infinity' and ${joined(counted)}), 0)
             + (select count(*) from ${leadTable}
                 where ${lead.createdAt} >= ?::timestamptz and not ${lead.isSpam}
                   and ${joined([...traits, ...instants])}))::float8 as total`,
    [until, ...valuesOf(counted), until, ...valuesOf([...traits, ...instants])],
  )
  return { total: totals(found)[0]?.total ?? 0 }
}

const instants = checkedRows(Type.Object({ until: Type.String() }))

/**
 * Leads that arrived before this instant are pre-aggregated. It is -infinity when none are, or when they were aggregated
 * for another time zone. This is a query of its own because the planner has to see the value: when it can only guess the
 * value, it scans all leads.
 */
export async function countedUntil(em: EntityManager, timeZone: string): Promise<string> {
  const found = await em.execute(
    `select case when ${state.timeZone} = ? then ${state.countedUntil} else '-infinity' end::text as until
       from ${stateTable}`,
    [timeZone],
  )
  return instants(found)[0]?.until ?? '-infinity'
}

/** How many leads share a status and a volume, the two that the figures depend on. */
export const Group = Type.Object({
  status: Type.String(),
  volume: Type.Union([Type.String(), Type.Null()]),
  leads: Type.Integer(),
})
export type Group = Type.Static<typeof Group>

const groupsOf = checkedRows(Group)

/** A lead with one of these statuses has not become a deal in the CRM. */
export const unconverted: readonly string[] = ['new', 'sync_failed']

/** SQL for all leads, the pre-aggregated ones and those that arrived since. Both values are `countedUntil`. */
const allGroups = `(
  select ${count.status} as status, ${count.volume} as volume, ${count.source} as source, ${count.leads} as leads
    from ${countTable} where ?::timestamptz > '-infinity'
  union all
  select ${lead.status}, coalesce(${lead.volume}, ''), ${lead.source}, 1
    from ${leadTable} where ${lead.createdAt} >= ?::timestamptz and not ${lead.isSpam})`

const sourceCounts = checkedRows(LeadSourceCount)

/** The pages that leads came from, the one with the most leads first. */
export async function getLeadSourceCounts(em: EntityManager, timeZone: string): Promise<LeadSourceCount[]> {
  const until = await countedUntil(em, timeZone)
  const found = await em.execute(
    `select source, sum(leads)::float8 as leads from ${allGroups} as counted
      group by source having sum(leads) > 0
      order by leads desc, source limit 100`,
    [until, until],
  )
  return sourceCounts(found)
}

const statusCounts = checkedRows(LeadStatusCount)

/** The statuses that leads have, most frequent first. There are only a handful; more than 100 would be a mistake. */
export async function getLeadStatusCounts(em: EntityManager, timeZone: string): Promise<LeadStatusCount[]> {
  const until = await countedUntil(em, timeZone)
  const found = await em.execute(
    `select status, sum(leads)::float8 as leads from ${allGroups} as counted
      group by status having sum(leads) > 0
      order by leads desc, status limit 100`,
    [until, until],
  )
  return statusCounts(found)
}

/** The four figures of the dashboard. Spam counts nowhere. */
export async function getLeadStats(em: EntityManager, timeZone: string): Promise<LeadStats> {
  const until = await countedUntil(em, timeZone)
  const [foundGroups, foundMonth] = await Promise.all([
    em.execute(
      `select status, nullif(volume, '') as volume, sum(leads)::float8 as leads from ${allGroups} as counted
        group by status, volume`,
      [until, until],
    ),
    em.execute(
      `with month as (select date_trunc('month', now() at time zone ?) as start)
       select (coalesce((select sum(${day.leads}) from ${dayTable}
                          where ?::timestamptz > '-infinity' and ${day.day} >= (select start::date from month)), 0)
               + (select count(*) from ${leadTable}
                   where ${lead.createdAt} >= ?::timestamptz
                     and ${lead.createdAt} >= (select start at time zone ? from month)
                     and not ${lead.isSpam}))::float8 as total`,
      [timeZone, until, until, timeZone],
    ),
  ])
  const groups = groupsOf(foundGroups)
  return { totalLeads: leadsOf(groups), thisMonth: totals(foundMonth)[0]?.total ?? 0, ...worthOf(groups) }
}

const leadsOf = (groups: readonly Group[]): number => groups.reduce((total, { leads }) => total + leads, 0)

/** The share of these leads that became deals, and what they are worth. */
function worthOf(groups: readonly Group[]): Pick<LeadStats, 'conversionRate' | 'pipelineValue'> {
  const total = leadsOf(groups)
  const converted = leadsOf(groups.filter(({ status }) => !unconverted.includes(status)))
  return {
    conversionRate: total === 0 ? 0 : Math.round((converted * 1000) / total) / 10,
    pipelineValue: dollarsOf(
      groups
        .filter(({ status }) => status !== 'lost')
        .reduce((sum, { volume, leads }) => sum + times(pipelineValue(volume), leads), 0n),
    ),
  }
}

/** Figures of the leads in these groups alone. */
export const figuresOf = (groups: readonly Group[]): MonthFigures => ({ leads: leadsOf(groups), ...worthOf(groups) })

/** A lead is aggregated only after every transaction that was open when it arrived must have ended. */
const settleMinutes = 5
const recountAfterMinutes = 10

/**
 * Rebuilds the pre-aggregated counts, unless that was done a moment ago or another instance is doing it.
 * @returns whether it rebuilt them
 */
export const recountLeads = (em: EntityManager, timeZone: string): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const due = await transaction.execute(
      `select 1 from ${stateTable}
        where ${state.countedUntil} < now() - make_interval(mins => ?) or ${state.timeZone} <> ?
          for update skip locked`,
      [settleMinutes + recountAfterMinutes, timeZone],
    )
    if (due.length === 0) return false
    await transaction.execute(
      `update ${stateTable} set ${state.countedUntil} = now() - make_interval(mins => ?), ${state.timeZone} = ?`,
      [settleMinutes, timeZone],
    )
    await rebuildTraits(transaction)
    await rebuildDays(transaction, timeZone)
    return true
  })

const settled = `${lead.createdAt} < (select ${state.countedUntil} from ${stateTable}) and not ${lead.isSpam}`

async function rebuildTraits(transaction: EntityManager): Promise<void> {
  await transaction.execute(`delete from ${countTable}`)
  await transaction.execute(
    `insert into ${countTable} (${count.status}, ${count.industry}, ${count.volume}, ${count.source}, ${count.leads})
     select ${lead.status}, coalesce(${lead.industry}, ''), coalesce(${lead.volume}, ''), ${lead.source}, count(*)
       from ${leadTable} where ${settled}
      group by 1, 2, 3, 4`,
  )
}

/** Most days are over and do not change any more, so only the rows that differ are written. */
async function rebuildDays(transaction: EntityManager, timeZone: string): Promise<void> {
  const key = [day.day, day.source, day.status, day.volume]
  const keyOf = (table: string) => `(${key.map((column) => `${table}.${column}`).join(', ')})`
  await transaction.execute(
    `with fresh as materialized (
       select (${lead.createdAt} at time zone ?)::date as ${day.day}, ${lead.source} as ${day.source},
              ${lead.status} as ${day.status}, coalesce(${lead.volume}, '') as ${day.volume}, count(*) as ${day.leads}
         from ${leadTable} where ${settled}
        group by 1, 2, 3, 4),
     gone as (
       delete from ${dayTable} as counted where not exists (select from fresh where ${keyOf('fresh')} = ${keyOf('counted')}))
     insert into ${dayTable} as counted (${key.join(', ')}, ${day.leads})
     select ${key.join(', ')}, ${day.leads} from fresh
         on conflict (${key.join(', ')}) do update set ${day.leads} = excluded.${day.leads}
      where counted.${day.leads} <> excluded.${day.leads}`,
    [timeZone],
  )
}
