import { defineEntity, p } from '@mikro-orm/core'

/** How many of the counted leads are in each stage but the first, and what those with a value brought, in US cents. */
const stageCounts = {
  contacted: p.bigint('number').defaultRaw('0'),
  qualified: p.bigint('number').defaultRaw('0'),
  won: p.bigint('number').defaultRaw('0'),
  lost: p.bigint('number').defaultRaw('0'),
  wonValued: p.bigint('number').defaultRaw('0'),
  wonCents: p.bigint('number').defaultRaw('0'),
}

/** Counted leads by what can be filtered, so that a total does not grow slower with the table. Empty text stands for null. */
export const LeadCountEntity = defineEntity({
  name: 'LeadCount',
  tableName: 'lead_count',
  properties: {
    status: p.string().length(40).primary(),
    industry: p.string().length(40).primary(),
    volume: p.string().length(40).primary(),
    source: p.string().length(200).primary(),
    leads: p.bigint('number'),
    ...stageCounts,
  },
})

/** Counted leads by day of the business time zone and by what charts and trends ask for. Empty text stands for null. */
export const LeadCountDayEntity = defineEntity({
  name: 'LeadCountDay',
  tableName: 'lead_count_day',
  properties: {
    day: p.date().primary(),
    source: p.string().length(200).primary(),
    status: p.string().length(40).primary(),
    volume: p.string().length(40).primary(),
    leads: p.bigint('number'),
    ...stageCounts,
  },
})

/** One row: leads that arrived before `countedUntil` are in the two tables above, with days of `timeZone`. */
export const LeadCountStateEntity = defineEntity({
  name: 'LeadCountState',
  tableName: 'lead_count_state',
  properties: {
    id: p.integer().primary().autoincrement(false),
    countedUntil: p.datetime().columnType('timestamptz(3)'),
    timeZone: p.string().length(60),
  },
  checks: [{ name: 'lead_count_state_id_check', expression: 'id = 1' }],
})
