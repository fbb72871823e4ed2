import type { Input } from '@app/contract'
import type { Conditions } from '../../db/keyset-page.ts'
import { dayConditions } from '../../db/record-conditions.ts'
import { isListed, isWon, leadColumns as lead } from '../../entities/lead-columns.ts'
import { unconverted } from './lead-figures.ts'
import { dayKey, leadKeys } from '../../entities/leads.entity.ts'

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
  uncounted: Conditions
}

/** That a column has one of these values. */
const oneOf = (column: string, values: readonly string[]): Conditions[number] => [
  values.length === 1 ? `${column} = ?` : `${column} in (${values.map(() => '?').join(', ')})`,
  [...values],
]

/** A label may have a comma in it, so the whole text is looked for too. */
const labelsOf = (sources: string): string[] => [
  ...new Set([sources, ...sources.split(',').map((label) => label.trim())].filter(Boolean)),
]

/** The filters that a caller asked for, but for the search. */
export function leadFilters(query: LeadQuery, { timeZone, staffId }: Reader): LeadFilters {
  const { owner, due, ids, importId, order } = query
  const uncounted: Conditions = []
  if (owner) uncounted.push(ownerCondition(owner, staffId))
  if (due) uncounted.push(dueCondition(due, timeZone))
  if (order === 'due') uncounted.push([`${lead.nextStepOn} is not null`, []])
  if (ids) uncounted.push(oneOf(lead.id, ids))
  if (importId) uncounted.push([`${lead.importId} = ?`, [importId]])
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

const isUnconverted = `${lead.status} in (${unconverted.map((status) => `'${status}'`).join(', ')})`

/** All conditions of one list. Spam and merged leads are left out. */
export function leadConditions({ attribution, converted, won, ...filters }: LeadFilters, timeZone: string): Conditions {
  const where: Conditions = [[isListed, []]]
  for (const [column, values] of filters.oneOf) where.push(oneOf(lead[column], values))
  if (attribution === 'unknown') where.push([`${lead.touchKeys} is null`, []])
  else if (attribution !== undefined) where.push([`${lead.touchKeys} @> array[?]::text[]`, [attribution]])
  if (won !== undefined) where.push([won ? isWon : `not (${isWon})`, []])
  if (converted === true) where.push([`(not ${isUnconverted} or ${lead.stage} = 'won')`, []])
  if (converted === false) where.push([`${isUnconverted} and ${lead.stage} <> 'won'`, []])
  return [...where, ...filters.uncounted, ...dayConditions(filters.from, filters.to, timeZone)]
}

function ownerCondition(owners: readonly string[], staffId: string): Conditions[number] {
  const accounts = owners.filter((owner) => owner !== 'none').map((owner) => (owner === 'me' ? staffId : owner))
  const ofNobody = `${lead.ownerId} is null`
  if (accounts.length === 0) return [ofNobody, []]
  const [ofThese, values] = oneOf(lead.ownerId, accounts)
  return [owners.includes('none') ? `(${ofThese} or ${ofNobody})` : ofThese, values]
}

const today = '(now() at time zone ?)::date'

/** SQL conditions on a next step, in the form of its index. Each `?` is the time zone. */
const dueDays: Readonly<Record<string, string>> = {
  overdue: `${leadKeys.due} < ${dayKey(today)}`,
  today: `${leadKeys.due} = ${dayKey(today)}`,
  week: `${leadKeys.due} between ${dayKey(today)} and ${dayKey(`(${today} + 6)`)}`,
  any: 'true',
}

function dueCondition(due: readonly string[], timeZone: string): Conditions[number] {
  const wanted = due.map((name) => dueDays[name] ?? 'false')
  const sql = `${lead.nextStepOn} is not null and (${wanted.join(' or ')})`
  return [sql, Array.from(sql.matchAll(/\?/g), () => timeZone)]
}
