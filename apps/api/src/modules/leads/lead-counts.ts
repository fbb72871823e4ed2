import type { EntityManager } from '@mikro-orm/postgresql'
import { LeadSourceCount, LeadStageCount, type LeadStats, LeadStatusCount } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf } from '../../db/columns.ts'
import { type Conditions, joined, type Total, valuesOf } from '../../db/keyset-page.ts'
import { LeadCountDayEntity, LeadCountEntity, LeadCountStateEntity } from './lead-counts.entity.ts'
import { Group, leadsOf, worthOf } from './lead-figures.ts'
import {
  groupSums,
  measureColumns,
  measuresOfEach,
  workedConditions,
  type WorkedFilter,
  workedLeads,
} from './lead-measures.ts'
import { LeadEntity, leadStages } from './leads.entity.ts'
import { isWon, touchCounts } from './touches/touch-counts.ts'

const { tableName: leadTable } = LeadEntity
const { tableName: countTable } = LeadCountEntity
const { tableName: dayTable } = LeadCountDayEntity
const { tableName: stateTable } = LeadCountStateEntity
const lead = columnsOf(LeadEntity)
const count = columnsOf(LeadCountEntity)
const day = columnsOf(LeadCountDayEntity)
const state = columnsOf(LeadCountStateEntity)

/** SQL for a lead that lists show and figures count. */
export const isListed = `not ${lead.isSpam} and ${lead.mergedInto} is null`

/** The filters of a list of leads, split by where their counts come from. */
export interface LeadFilters extends WorkedFilter {
  /** Conditions on status, industry, volume and source, whose columns have the same names in the counts. */
  traits: Conditions
  /** Conditions on what nothing counts: owner, next step, ids, import. */
  uncounted: Conditions
  /** What brought them, as a key of touch-keys.ts, or unknown. */
  cameBy?: string | undefined
  won?: boolean | undefined
  /** Conditions on the time of arrival, and the same conditions on the days of the daily counts. */
  instants: Conditions
  days: Conditions
}

/** There are counts by traits, counts by day and counts by what brought the leads, but none by all. */
export function isPreAggregated({ traits, uncounted, instants, cameBy, won, stages, converted }: LeadFilters): boolean {
  if (uncounted.length > 0) return false
  if (cameBy !== undefined) return traits.length === 0 && !stages && converted === undefined
  return won === undefined && (instants.length === 0 || traits.length === 0)
}

function touchConditions(cameBy: string | undefined, won: boolean | undefined): Conditions {
  const where: Conditions = []
  if (cameBy === 'unknown') where.push([`${lead.touchKeys} is null`, []])
  else if (cameBy !== undefined) where.push([`${lead.touchKeys} @> array[?]::text[]`, [cameBy]])
  if (won !== undefined) where.push([won ? isWon : `not (${isWon})`, []])
  return where
}

/** All conditions of one list. Spam and what was merged into another lead are left out. */
export const leadConditions = ({ traits, uncounted, instants, cameBy, won, ...worked }: LeadFilters): Conditions => [
  [isListed, []],
  ...traits,
  ...touchConditions(cameBy, won),
  ...workedConditions(worked).map((sql): Conditions[number] => [sql, []]),
  ...uncounted,
  ...instants,
]

const totals = checkedRows(Type.Object({ total: Type.Integer() }))

/**
 * The number of leads that pass pre-aggregated filters. Leads that arrived after the aggregation are counted and added,
 * so that a total costs the same however many leads there are.
 */
export async function countLeads(em: EntityManager, filters: LeadFilters, timeZone: string): Promise<Total> {
  if (filters.cameBy !== undefined) return countCameBy(em, filters, filters.cameBy, timeZone)
  const { traits, instants, days } = filters
  const arrived = leadConditions(filters)
  const [table, counted] = instants.length > 0 ? [dayTable, days] : [countTable, traits]
  const until = await countedUntil(em, timeZone)
  const found = await em.execute(
    `select (coalesce((select sum(${workedLeads(filters)}) from ${table}
                        where ?::timestamptz > '-infinity' and ${joined(counted)}), 0)
             + (select count(*) from ${leadTable}
                 where ${lead.createdAt} >= ?::timestamptz and ${joined(arrived)}))::float8 as total`,
    [until, ...valuesOf(counted), until, ...valuesOf(arrived)],
  )
  return { total: totals(found)[0]?.total ?? 0 }
}

async function countCameBy(
  em: EntityManager,
  { days, instants: range, won }: LeadFilters,
  cameBy: string,
  timeZone: string,
): Promise<Total> {
  const [kind = '', ...rest] = cameBy.split('=')
  const wanted = { kinds: [kind], name: rest.join('='), days, instants: range }
  const [sql, values] = await touchCounts(em, wanted, isListed, timeZone)
  const counted = won === undefined ? 'leads' : won ? 'won' : 'leads - won'
  const found = await em.execute(`select coalesce(sum(${counted}), 0)::float8 as total from ${sql} as counts`, values)
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

const groupsOf = checkedRows(Group)

/** SQL for all leads, the pre-aggregated ones and those that arrived since. Both values are `countedUntil`. */
const allGroups = `(
  select ${count.status} as status, ${count.volume} as volume, ${count.source} as source, ${measureColumns.join(', ')}
    from ${countTable} where ?::timestamptz > '-infinity'
  union all
  select ${lead.status}, coalesce(${lead.volume}, ''), ${lead.source}, ${measuresOfEach.join(', ')}
    from ${leadTable} where ${lead.createdAt} >= ?::timestamptz and ${isListed})`

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

const stageCounts = checkedRows(LeadStageCount)

/** How many leads are in each stage, in the order of the stages. */
export async function getLeadStageCounts(em: EntityManager, timeZone: string): Promise<LeadStageCount[]> {
  const until = await countedUntil(em, timeZone)
  const counts = leadStages.map((stage) => `'${stage}', coalesce(sum(${workedLeads({ stages: [stage] })}), 0)`)
  const found = await em.execute(
    `select stage, leads::float8 as leads
       from (select jsonb_build_object(${counts.join(', ')}) as counts from ${allGroups} as counted) as all_stages
      cross join lateral jsonb_each_text(counts) as listed (stage, leads)`,
    [until, until],
  )
  const leads = new Map(stageCounts(found).map((count) => [count.stage, count.leads]))
  return leadStages.map((stage) => ({ stage, leads: leads.get(stage) ?? 0 }))
}

/** The four figures of the dashboard. Spam counts nowhere, nor does what was merged into another lead. */
export async function getLeadStats(em: EntityManager, timeZone: string): Promise<LeadStats> {
  const until = await countedUntil(em, timeZone)
  const [foundGroups, foundMonth] = await Promise.all([
    em.execute(
      `select status, nullif(volume, '') as volume, ${groupSums} from ${allGroups} as counted
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
                     and ${isListed}))::float8 as total`,
      [timeZone, until, until, timeZone],
    ),
  ])
  const groups = groupsOf(foundGroups)
  return { totalLeads: leadsOf(groups), thisMonth: totals(foundMonth)[0]?.total ?? 0, ...worthOf(groups) }
}
