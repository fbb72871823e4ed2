import type { Input } from '@app/contract'
import { columnsOf } from '../../db/columns.ts'
import type { Conditions } from '../../db/keyset-page.ts'
import { dayConditions } from '../../db/record-conditions.ts'
import { LeadCountDayEntity } from './lead-counts.entity.ts'
import type { LeadFilters } from './lead-counts.ts'
import { dayKey, LeadEntity, leadKeys, leadStages } from './leads.entity.ts'

const lead = columnsOf(LeadEntity)
const { day } = columnsOf(LeadCountDayEntity)

type LeadQuery = Omit<Input<'exportLeads'>['query'], 'q' | 'columns'>

/** Who asks, and where the business is. */
export interface Reader {
  timeZone: string
  staffId: string
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

/** The conditions that a caller's filters stand for, but for the search. */
export function leadFilters(query: LeadQuery, { timeZone, staffId }: Reader): LeadFilters {
  const { converted, from, to, stage, owner, due, ids, importId, order, cameBy, won } = query
  const uncounted: Conditions = []
  if (owner) uncounted.push(ownerCondition(owner, staffId))
  if (due) uncounted.push(dueCondition(due, timeZone))
  if (order === 'due') uncounted.push([`${lead.nextStepOn} is not null`, []])
  if (ids) uncounted.push(oneOf(lead.id, ids))
  if (importId) uncounted.push([`${lead.importId} = ?`, [importId]])
  const days: Conditions = []
  if (from) days.push([`${day} >= ?::date`, [from]])
  if (to) days.push([`${day} <= ?::date`, [to]])
  return {
    traits: traitConditions(query),
    stages: stage && leadStages.filter((name) => stage.includes(name)),
    converted,
    cameBy,
    won,
    uncounted,
    instants: dayConditions(from, to, timeZone),
    days,
  }
}

function traitConditions(query: LeadQuery): Conditions {
  const { status, statuses, industry, industries, volume, volumes, source, sources } = query
  const traits: Conditions = []
  if (status) traits.push(oneOf(lead.status, [status]))
  if (statuses) traits.push(oneOf(lead.status, statuses))
  if (industry) traits.push(oneOf(lead.industry, [industry]))
  if (industries) traits.push(oneOf(lead.industry, industries))
  if (volume) traits.push(oneOf(lead.volume, [volume]))
  if (volumes) traits.push(oneOf(lead.volume, volumes))
  if (source) traits.push(oneOf(lead.source, [source]))
  if (sources) traits.push(oneOf(lead.source, labelsOf(sources)))
  return traits
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
