import type { Input } from '@app/contract'
import { sql } from 'kysely'
import { type Where, dayConditions } from '../../db/keyset-page.ts'
import { prepared, columns, type Fragment } from '../../db/sql.ts'
import { dayKey, firstReplyOf, isListed, isWon, LeadEntity, leadKeys } from '../../entities/leads.entity.ts'
import type { NamedBy } from './lead-facts.ts'
import { unconverted } from './lead-figures.ts'
import { attributionKey } from './touches/touch-keys.ts'

const lead = columns(LeadEntity)

type LeadQuery = Omit<Input<'exportLeads'>['query'], 'q' | 'columns'>

/** The account that reads, used for `me`, and the business time zone. */
export interface Reader {
  timeZone: string
  staffId: string
}

/** A trait of leads and the values it may have, as stored in facts. */
type OneOf = readonly [trait: 'status' | 'stage' | 'industry' | 'volume' | NamedBy, values: readonly string[]]

/** The filters of a list. Most members are the query's own. */
export interface LeadFilters extends Pick<LeadQuery, 'converted' | 'won' | 'attribution' | 'from' | 'to'> {
  oneOf: readonly OneOf[]
  /** Conditions on columns that facts lack: next step, ids, import. */
  uncounted: Where
}

const oneOf = (column: Fragment, values: readonly string[]): Fragment =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`

/** The filters of a request, excluding the search. */
export function leadFilters(query: LeadQuery, { timeZone, staffId }: Reader): LeadFilters {
  const { due, ids, importId, attribution } = query
  const uncounted: Fragment[] = []
  if (due) uncounted.push(dueCondition(due, timeZone))
  if (ids) uncounted.push(oneOf(lead.id, ids))
  if (importId) uncounted.push(sql`${lead.importId} = ${importId}`)
  return {
    ...query,
    ...(attribution && { attribution: attributionKey(attribution) }),
    oneOf: traitsOf(query, staffId),
    uncounted,
  }
}

function traitsOf(query: LeadQuery, staffId: string): OneOf[] {
  const { status, stage, industry, volume, source, owner, lostReasons, firstReplies } = query
  const traits: OneOf[] = []
  if (status) traits.push(['status', status])
  if (stage) traits.push(['stage', stage])
  if (industry) traits.push(['industry', industry])
  if (volume) traits.push(['volume', volume])
  if (source) traits.push(['source', source])
  if (owner) traits.push(['owner', owner.map((one) => ({ me: staffId, none: '' })[one] ?? one)])
  if (lostReasons) traits.push(['stage', ['lost']], ['lostReason', lostReasons])
  if (firstReplies) traits.push(['firstReply', firstReplies])
  return traits
}

const isUnconverted = prepared(sql`${lead.status} in (${sql.join(unconverted.map((status) => sql.lit(status)))})`)

/** All conditions of one list. Excludes spam and merged leads. */
export function leadConditions({ attribution, converted, won, ...filters }: LeadFilters, timeZone: string): Where {
  const where = [isListed, ...filters.oneOf.map(traitCondition)]
  if (attribution === 'unknown') where.push(sql`${lead.touchKeys} is null`)
  else if (attribution !== undefined) where.push(sql`${lead.touchKeys} @> array[${attribution}]::text[]`)
  if (won !== undefined) where.push(won ? isWon : sql`not (${isWon})`)
  if (converted === true) where.push(sql`(not ${isUnconverted} or ${lead.stage} = 'won')`)
  if (converted === false) where.push(sql`${isUnconverted} and ${lead.stage} <> 'won'`)
  return [...where, ...filters.uncounted, ...dayConditions(lead.createdAt, filters, timeZone)]
}

function traitCondition([trait, values]: OneOf): Fragment {
  if (trait === 'owner') return ownerCondition(values)
  if (trait === 'firstReply') return firstReplyCondition(values)
  return oneOf(lead[trait], values)
}

/** An empty value matches leads without an owner. */
function ownerCondition(owners: readonly string[]): Fragment {
  const accounts = owners.filter(Boolean)
  const ofNobody = sql`${lead.ownerId} is null`
  if (accounts.length === 0) return ofNobody
  const ofThese = oneOf(lead.ownerId, accounts)
  return accounts.length < owners.length ? sql`(${ofThese} or ${ofNobody})` : ofThese
}

/** The partial index of replies contains only leads with a reply. */
function firstReplyCondition(replies: readonly string[]): Fragment {
  const ofThese = oneOf(firstReplyOf(lead), replies)
  return replies.includes('none') ? ofThese : sql`(${lead.firstReplyAt} is not null and ${ofThese})`
}

/** Conditions on a next step, in the form of its index, which sorts leads without one last. */
function dueCondition(due: readonly string[], timeZone: string): Fragment {
  const today = sql`(now() at time zone ${timeZone})::date`
  const dueDays: Readonly<Record<string, Fragment>> = {
    overdue: sql`${leadKeys.due} < ${dayKey(today)}`,
    today: sql`${leadKeys.due} = ${dayKey(today)}`,
    week: sql`${leadKeys.due} between ${dayKey(today)} and ${dayKey(sql`(${today} + 6)`)}`,
    any: sql`${leadKeys.due} < 'none'`,
  }
  const wanted = due.map((name) => dueDays[name] ?? sql`false`)
  return sql`(${sql.join(wanted, sql` or `)})`
}
