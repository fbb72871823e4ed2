import type { EntityManager } from '@mikro-orm/postgresql'
import type { LeadStats } from '@app/contract'
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
async function countedUntil(em: EntityManager, timeZone: string): Promise<string> {
  const [state] = await em.execute<{ until: string }[]>(
    `select case when time_zone = ? then counted_until else '-infinity' end::text as until from lead_count_state`,
    [timeZone],
  )
  return state?.until ?? '-infinity'
}

interface Group {
  status: string
  volume: string | null
  leads: number
}

/** A lead of these has not become a CRM deal. */
const unconverted = new Set(['new', 'sync_failed'])

/** The four figures of the dashboard. Spam counts nowhere. */
export async function getLeadStats(em: EntityManager, timeZone: string): Promise<LeadStats> {
  const until = await countedUntil(em, timeZone)
  const [groups, [month]] = await Promise.all([
    em.execute<Group[]>(
      `select status, nullif(volume, '') as volume, sum(leads)::float8 as leads
         from (select status, volume, leads from lead_count where ?::timestamptz > '-infinity'
               union all
               select status, coalesce(volume, ''), 1 from lead where created_at >= ?::timestamptz and not is_spam) as counted
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
  const sumOf = (matches: (group: Group) => boolean) =>
    groups.filter(matches).reduce((total, { leads }) => total + leads, 0)
  const totalLeads = sumOf(() => true)
  return {
    totalLeads,
    thisMonth: month?.total ?? 0,
    conversionRate:
      totalLeads === 0 ? 0 : Math.round((sumOf(({ status }) => !unconverted.has(status)) * 1000) / totalLeads) / 10,
    pipelineValue: groups
      .filter(({ status }) => status !== 'lost')
      .reduce((total, { volume, leads }) => total + leads * pipelineDollars(volume), 0),
  }
}

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
    await transaction.execute('delete from lead_count_day')
    await transaction.execute(
      `insert into lead_count
       select status, coalesce(industry, ''), coalesce(volume, ''), source, count(*) from lead
        where created_at < (select counted_until from lead_count_state) and not is_spam
        group by 1, 2, 3, 4`,
    )
    await transaction.execute(
      `insert into lead_count_day
       select (created_at at time zone ?)::date, count(*) from lead
        where created_at < (select counted_until from lead_count_state) and not is_spam
        group by 1`,
      [timeZone],
    )
    return true
  })
