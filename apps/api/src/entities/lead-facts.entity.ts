import { defineEntity, p } from '@mikro-orm/core'
import { insertedAt, instant } from './common-columns.ts'

/**
 * Lead counts by day of the business time zone. Each lead counts in one row of several kinds; a kind leaves its unused columns
 * empty.
 * An empty text also means null.
 */
export const LeadFactEntity = defineEntity({
  name: 'LeadFact',
  tableName: 'lead_fact',
  properties: {
    /** One of `factKinds` in lead-facts.ts, or the kind of an attribution key such as `last.campaign`. */
    kind: p.string().length(14).primary(),
    /** -infinity where all days are counted together. */
    day: p.date().primary(),
    /** The name within the kind: a source, an owner, a reason, a time, or an attribution value. */
    name: p.string().length(200).primary(),
    status: p.string().length(40).primary(),
    stage: p.string().length(12).primary(),
    industry: p.string().length(40).primary(),
    volume: p.string().length(40).primary(),
    /** Won by staff or in the CRM, unless the CRM lost it. */
    won: p.boolean().primary(),
    leads: p.bigint('number'),
    /** Won leads with a value. */
    valued: p.bigint('number'),
    /** The sum of these values in US cents. */
    cents: p.bigint('number'),
  },
})

/** One row: leads that arrived before `countedUntil` are in the facts, with days of `timeZone`. */
export const LeadFactStateEntity = defineEntity({
  name: 'LeadFactState',
  tableName: 'lead_fact_state',
  properties: {
    id: p.integer().primary().autoincrement(false),
    countedUntil: instant(),
    timeZone: p.string().length(60),
    /** When all facts were last compared with the leads. */
    checkedAt: insertedAt(),
  },
  checks: [{ name: 'lead_fact_state_id_check', expression: 'id = 1' }],
})
