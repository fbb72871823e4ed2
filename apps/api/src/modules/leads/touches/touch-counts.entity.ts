import { defineEntity, p } from '@mikro-orm/core'

/** Counted leads by day of the business time zone and by what brought them. Each lead is in eight rows, or in one of unknown. */
export const LeadTouchDayEntity = defineEntity({
  name: 'LeadTouchDay',
  tableName: 'lead_touch_day',
  properties: {
    /** A visit and one of its traits, like `last.campaign`; or unknown. */
    kind: p.string().length(14).primary(),
    day: p.date().primary(),
    /** Empty where the visit had none. */
    name: p.string().length(200).primary(),
    leads: p.bigint('number').defaultRaw('0'),
    won: p.bigint('number').defaultRaw('0'),
    /** Of those that are won, how many have a value, and what these values add up to, in US cents. */
    wonValued: p.bigint('number').defaultRaw('0'),
    wonCents: p.bigint('number').defaultRaw('0'),
  },
})

/** One row: leads that arrived before `countedUntil` are in the table above, with days of `timeZone`. */
export const LeadTouchStateEntity = defineEntity({
  name: 'LeadTouchState',
  tableName: 'lead_touch_state',
  properties: {
    id: p.integer().primary().autoincrement(false),
    countedUntil: p.datetime().columnType('timestamptz(3)'),
    timeZone: p.string().length(60),
  },
  checks: [{ name: 'lead_touch_state_id_check', expression: 'id = 1' }],
})
