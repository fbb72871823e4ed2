import type { Input } from '@app/contract'
import { sql } from 'kysely'
import type { Where } from '../../db/keyset-page.ts'
import { dayConditions } from '../../db/record-conditions.ts'
import { prepared } from '../../db/run.ts'
import { columns, type Fragment } from '../../db/typed-columns.ts'
import { dayKey, isListed, isWon, LeadEntity, leadKeys } from '../../entities/leads.entity.ts'
import { unconverted } from './lead-figures.ts'

const lead = columns(LeadEntity)

type LeadQuery = Omit<Input<'exportLeads'>['query'], 'q' | 'columns'>

/** Who asks, and where the business is. */
export interface Reader {
  timeZone: string
  staffId: string
}

/** A column and the values it may have. */
type OneOf = readonly [column: 'status' | 'stage' | 'industry' | 'volume' | 'source', values: readonly string[]]

/** The filters of a list. Most members are the query's own. */
export interface LeadFilters extends Pick<LeadQuery, 'converted' | 'won' | 'attribution' | 'from' | 'to'> {
  oneOf: readonly OneOf[]
  /** Conditions on columns that facts don't have: owner, next step, ids, import. */
  uncounted: Where
}

/** That a column has one of these values. */
const oneOf = (column: Fragment, values: readonly string[]): Fragment =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`

/** A label may have a comma in it, so the whole text is looked for too. */
const labelsOf = (sources: string): string[] => [
  ...new Set([sources, ...sources.split(',').map((label) => label.trim())].filter(Boolean)),
]

/** The filters that a caller asked for, but for the search. */
export function leadFilters(query: LeadQuery, { timeZone, staffId }: Reader): LeadFilters {
  const { owner, due, ids, importId, order } = query
  const uncounted: Fragment[] = []
  if (owner) uncounted.push(ownerCondition(owner, staffId))
  if (due) uncounted.push(dueCondition(due, timeZone))
  if (order === 'due') uncounted.push(sql`${lead.nextStepOn} is not null`)
  if (ids) uncounted.push(oneOf(lead.id, ids))
  if (importId) uncounted.push(sql`${lead.importId} = ${importId}`)
  return { ...query, oneOf: traitsOf(query), uncounted }
}

function traitsOf(query: LeadQuery): OneOf[] {
  const { status, statuses, stage, industry, industries, volume, volumes, source, sources } = query
  const traits: OneOf[] = []
  if (status) traits.push(['status', [status]])
  if (statuses) traits.push(['status', statuses])
  if (stage) traits.push(['stage', stage])
  if (industry) traits.push(['industry', [industry]])
  if (industries) traits.push(['industry', industries])
  if (volume) traits.push(['volume', [volume]])
  if (volumes) traits.push(['volume', volumes])
  if (source) traits.push(['source', [source]])
  if (sources) traits.push(['source', labelsOf(sources)])
  return traits
}

const isUnconverted = prepared(sql`${lead.status} in (${sql.join(unconverted.map((status) => sql.lit(status)))})`)

/** All conditions of one list. Spam and merged leads are left out. */
export function leadConditions({ attribution, converted, won, ...filters }: LeadFilters, timeZone: string): Where {
  const where = [isListed, ...filters.oneOf.map(([column, values]) => oneOf(lead[column], values))]
  if (attribution === 'unknown') where.push(sql`${lead.touchKeys} is null`)
  else if (attribution !== undefined) where.push(sql`${lead.touchKeys} @> array[${attribution}]::text[]`)
  if (won !== undefined) where.push(won ? isWon : sql`not (${isWon})`)
  if (converted === true) where.push(sql`(not ${isUnconverted} or ${lead.stage} = 'won')`)
  if (converted === false) where.push(sql`${isUnconverted} and ${lead.stage} <> 'won'`)
  return [...where, ...filters.uncounted, ...dayConditions(lead.createdAt, filters, timeZone)]
}

function ownerCondition(owners: readonly string[], staffId: string): Fragment {
  const accounts = owners.filter((owner) => owner !== 'none').map((owner) => (owner === 'me' ? staffId : owner))
  const ofNobody = sql`${lead.ownerId} is null`
  if (accounts.length === 0) return ofNobody
  const ofThese = oneOf(lead.ownerId, accounts)
  return owners.includes('none') ? sql`(${ofThese} or ${ofNobody})` : ofThese
}

/** Conditions on a next step, in the form of its index. */
function dueCondition(due: readonly string[], timeZone: string): Fragment {
  const today = sql`(now() at time zone ${timeZone})::date`
  const dueDays: Readonly<Record<string, Fragment>> = {
    overdue: sql`${leadKeys.due} < ${dayKey(today)}`,
    today: sql`${leadKeys.due} = ${dayKey(today)}`,
    week: sql`${leadKeys.due} between ${dayKey(today)} and ${dayKey(sql`(${today} + 6)`)}`,
    any: sql`true`,
  }
  const wanted = due.map((name) => dueDays[name] ?? sql`false`)
  return sql`${lead.nextStepOn} is not null and (${sql.join(wanted, sql` or `)})`
}
