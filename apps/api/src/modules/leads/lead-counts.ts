import type { EntityManager } from '@mikro-orm/postgresql'
import type { LeadStats, LeadStatusCount, MonthFigures } from '@app/contract'
import { pipelineDollars } from '@app/pricing'
import { type Conditions, joined, type Total, valuesOf } from '../../db/keyset-page.ts'

/** Filters whose combinations are counted ahead: what a lead says of itself, and its day. */
export interface LeadFilters {
  /** Conditions on status, industry, volume and source. */
  traits: Conditions
  /** Conditions on created_at, and the same on the days of lead_count_day. */
  instants: Conditions
  days: Conditions
  /** A condition on the searched text. */
  search: Conditions
}

/** With text, or with days and traits together, no count made ahead fits. */
export const isCountedAhead = ({ traits, instants, search }: LeadFilters): boolean =>
  search.length === 0 && (instants.length === 0 || traits.length === 0)

/**
 * Number of leads that match, for filters that are counted ahead. What arrived since is added, so that a total costs
 * the same however many there are.
 */
export async function countLeads(em: EntityManager, filters: LeadFilters, timeZone: string): Promise<Total> {
  const { traits, instants, days } = filters
  const [table, counted] = instants.length > 0 ? ['lead_count_day', days] : ['lead_count', traits]
  const until = await countedUntil(em, timeZone)
  const [sum] = await em.execute<{ total: number }[]>(
    `select (coalesce((select sum(leads) from ${table} where ?::timestamptz > '-infinity' and ${joined(counted)}), 0)
             + (select count(*) from lead
                 where created_at >= ?::timestamptz and not is_spam
                   and ${joined([...traits, ...instants])}))::float8 as total`,
    [until, ...valuesOf(counted), until, ...valuesOf([...traits, ...instants])],
  )
  return { total: sum?.total ?? 0 }
}

/**
 * Leads before this instant are counted ahead, in this time zone; -infinity when none are.
 * Asked for on its own because the planner must see the value: it reads all leads when it can only guess.
 */
export async function countedUntil(em: EntityManager, timeZone: string): Promise<string> {
  const [state] = await em.execute<{ until: string }[]>(
    `select case when time_zone = ? then counted_until else '-infinity' end::text as until from lead_count_state`,
    [timeZone],
  )
  return state?.until ?? '-infinity'
}

/** Leads that are alike in what the figures look at. */
export interface Group {
  status: string
  volume: string | null
  leads: number
}

/** A lead of these has not become a CRM deal. */
const unconverted = new Set(['new', 'sync_failed'])

/** SQL of all leads, those counted ahead and those that arrived since. Both values are `countedUntil`. */
const allGroups = `(
  select status, volume, leads from lead_count where ?::timestamptz > '-infinity'
  union all
  select status, coalesce(volume, ''), 1 from lead where created_at >= ?::timestamptz and not is_spam)`

/** The statuses that leads have, those of most leads first. There are a handful; what made more would be a mistake. */
export async function getLeadStatusCounts(em: EntityManager, timeZone: string): Promise<LeadStatusCount[]> {
  const until = await countedUntil(em, timeZone)
  return em.execute<LeadStatusCount[]>(
    `select status, sum(leads)::float8 as leads from ${allGroups} as counted
      group by status having sum(leads) > 0
      order by leads desc, status limit 100`,
    [until, until],
  )
}

/** The four figures of the dashboard. Spam counts nowhere. */
export async function getLeadStats(em: EntityManager, timeZone: string): Promise<LeadStats> {
  const until = await countedUntil(em, timeZone)
  const [groups, [month]] = await Promise.all([
    em.execute<Group[]>(
      `select status, nullif(volume, '') as volume, sum(leads)::float8 as leads from ${allGroups} as counted
        group by status, volume`,
      [until, until],
    ),
    em.execute<{ total: number }[]>(
      `with month as (select date_trunc('month', now() at time zone ?) as start)
       select (coalesce((select sum(leads) from lead_count_day
                          where ?::timestamptz > '-infinity' and day >= (select start::date from month)), 0)
               + (select count(*) from lead
                   where created_at >= ?::timestamptz and created_at >= (select start at time zone ? from month)
                     and not is_spam))::float8 as total`,
      [timeZone, until, until, timeZone],
    ),
  ])
  return { totalLeads: leadsOf(groups), thisMonth: month?.total ?? 0, ...worthOf(groups) }
}

const leadsOf = (groups: readonly Group[]): number => groups.reduce((total, { leads }) => total + leads, 0)

/** How many of these leads became deals, and what they are worth. */
function worthOf(groups: readonly Group[]): Pick<LeadStats, 'conversionRate' | 'pipelineValue'> {
  const total = leadsOf(groups)
  const converted = leadsOf(groups.filter(({ status }) => !unconverted.has(status)))
  return {
    conversionRate: total === 0 ? 0 : Math.round((converted * 1000) / total) / 10,
    pipelineValue: groups
      .filter(({ status }) => status !== 'lost')
      .reduce((sum, { volume, leads }) => sum + leads * pipelineDollars(volume), 0),
  }
}

/** Figures of the leads in these groups alone. */
export const figuresOf = (groups: readonly Group[]): MonthFigures => ({ leads: leadsOf(groups), ...worthOf(groups) })

/** A lead is counted ahead only when nothing that began before it can still be uncommitted. */
const settleMinutes = 5
const recountAfterMinutes = 10

/**
 * Counts all settled leads anew, unless that was done a moment ago or another instance is at it.
 * @returns whether it counted
 */
export const recountLeads = (em: EntityManager, timeZone: string): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const [due] = await transaction.execute<unknown[]>(
      `select 1 from lead_count_state
        where counted_until < now() - make_interval(mins => ?) or time_zone <> ?
          for update skip locked`,
      [settleMinutes + recountAfterMinutes, timeZone],
    )
    if (!due) return false
    await transaction.execute(
      'update lead_count_state set counted_until = now() - make_interval(mins => ?), time_zone = ?',
      [settleMinutes, timeZone],
    )
    await transaction.execute('delete from lead_count')
    await transaction.execute(
      `insert into lead_count
       select status, coalesce(industry, ''), coalesce(volume, ''), source, count(*) from lead
        where created_at < (select counted_until from lead_count_state) and not is_spam
        group by 1, 2, 3, 4`,
    )
    // Most days are over and stay as they are: only what differs is written.
    await transaction.execute(
      `with fresh as materialized (
         select (created_at at time zone ?)::date as day, source, status, coalesce(volume, '') as volume, count(*) as leads
           from lead
          where created_at < (select counted_until from lead_count_state) and not is_spam
          group by 1, 2, 3, 4),
       gone as (
         delete from lead_count_day as counted
          where not exists (select from fresh
                             where (fresh.day, fresh.source, fresh.status, fresh.volume)
                                   = (counted.day, counted.source, counted.status, counted.volume)))
       insert into lead_count_day as counted (day, source, status, volume, leads)
       select day, source, status, volume, leads from fresh
           on conflict (day, source, status, volume) do update set leads = excluded.leads
        where counted.leads <> excluded.leads`,
      [timeZone],
    )
    return true
  })
