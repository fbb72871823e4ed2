import { randomUUIDv7 } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'

/** A demo request. It is its own outbox for the CRM: `crmEnqueuedAt` is empty until the relay picks it up. */
export const LeadEntity = defineEntity({
  name: 'Lead',
  tableName: 'lead',
  indexes: [
    { name: 'lead_created_at_id_index', properties: ['createdAt', 'id'] },
    {
      name: 'lead_crm_waiting_index',
      expression: 'create index "lead_crm_waiting_index" on "lead" ("id") where crm_enqueued_at is null',
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
    crmEnqueuedAt: p.datetime().columnType('timestamptz(3)').nullable(),
  },
})
