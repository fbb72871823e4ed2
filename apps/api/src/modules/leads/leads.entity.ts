import { randomUUIDv7 } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { crmColumns, searchedText } from '../../db/crm-columns.ts'
import { searchedLead } from '../../db/search.ts'

/** SQL of the sort keys, texts of at most sixty characters. Indexes and queries use the same expressions. */
export const leadKeys = {
  name: `left(lower(first_name || ' ' || last_name), 60)`,
  // Leads without a company come last.
  company: `left(coalesce('0' || lower(company), '1'), 60)`,
  // Already short. Its index also serves the filter.
  status: 'status',
}

/** The triggers of the migrations, by their events. */
const countTriggers = (['insert', 'update', 'delete'] as const).map((event) => ({
  name: `lead_count_follow_${event}`,
  timing: 'after' as const,
  events: [event],
  forEach: 'statement' as const,
  expression: 'migrations/lead-counts-by-statement.ts',
}))

/**
 * A demo request. It is its own outbox for the CRM: `crmEnqueuedAt` is empty until the relay picks it up.
 * Triggers on this table keep the pre-aggregated counts below right when a lead that they include changes or goes.
 */
export const LeadEntity = defineEntity({
  name: 'Lead',
  tableName: 'lead',
  triggers: countTriggers,
  indexes: [
    { name: 'lead_created_at_id_index', properties: ['createdAt', 'id'] },
    {
      name: 'lead_crm_waiting_index',
      expression:
        'create index "lead_crm_waiting_index" on "lead" ("id") where crm_enqueued_at is null and not is_spam',
    },
    { name: 'lead_status_created_at_id_index', properties: ['status', 'createdAt', 'id'] },
    { name: 'lead_industry_created_at_id_index', properties: ['industry', 'createdAt', 'id'] },
    { name: 'lead_volume_created_at_id_index', properties: ['volume', 'createdAt', 'id'] },
    { name: 'lead_source_created_at_id_index', properties: ['source', 'createdAt', 'id'] },
    {
      name: 'lead_name_index',
      expression: `create index "lead_name_index" on "lead" (${leadKeys.name}, created_at, id)`,
    },
    {
      name: 'lead_company_index',
      expression: `create index "lead_company_index" on "lead" (${leadKeys.company}, created_at, id)`,
    },
    {
      name: 'lead_email_index',
      expression: 'create index "lead_email_index" on "lead" (lower(email))',
    },
    {
      name: 'lead_spam_index',
      expression: 'create index "lead_spam_index" on "lead" ("created_at", "id") where is_spam',
    },
    {
      name: 'lead_words_index',
      expression: `create index "lead_words_index" on "lead" using gin ((${searchedLead}) gin_trgm_ops)`,
    },
    {
      name: 'lead_search_index',
      expression: `create index "lead_search_index" on "lead" using gin (${searchedText} gin_trgm_ops)`,
    },
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    firstName: p.string().length(200),
    lastName: p.string().length(200),
    email: p.string().length(254),
    company: p.string().length(200).nullable(),
    phone: p.string().length(200).nullable(),
    message: p.text().nullable(),
    industry: p.string().length(40).nullable(),
    volume: p.string().length(40).nullable(),
    /** Which product asked, "{product} Website". */
    leadSource: p.string().length(200),
    /** Label of the page that the form was on. */
    source: p.string().length(200),
    /** new, synced, sync_failed, or a state that the CRM knows. */
    status: p.string().length(40).default('new'),
    idempotencyKey: p.string().length(64).nullable().unique('lead_idempotency_key_unique'),
    /** SHA-256 of the body that came with the key. */
    idempotencyHash: p.blob().columnType('bytea').nullable(),
    /** Caught by the honeypot or marked by staff. Spam is listed apart, never counted and never synced to the CRM. */
    isSpam: p.boolean().default(false),
    ...crmColumns,
    crmLeadId: p.uuid().nullable(),
  },
})

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
