import { randomUUIDv7 } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { StaffUserEntity } from '../../staff/accounts.entity.ts'
import { LeadEntity } from '../leads.entity.ts'

/** What staff wrote or changed. Members that do not fit the kind are left out. */
export interface LeadEventData {
  text?: string
  mentions?: string[]
  changes?: { field: string; before: string | null; after: string | null }[]
  /** The other lead of a merge. */
  recordId?: string
  /** Of the lead after the change. */
  version?: number
}

/**
 * What staff did to a lead, in the transaction of the change. Rows are only ever added. What other tables know, such as
 * attempts to sync the lead, is not copied here: the timeline reads it where it is.
 */
export const LeadEventEntity = defineEntity({
  name: 'LeadEvent',
  tableName: 'lead_event',
  indexes: [{ name: 'lead_event_lead_id_created_at_id_index', properties: ['lead', 'createdAt', 'id'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    lead: () => p.manyToOne(LeadEntity).joinColumn('lead_id').deleteRule('cascade'),
    /** note, change, merge or unmerge. */
    kind: p.string().length(20),
    /** Who did it: the account, and the person's name at that time. */
    actorAccount: () => p.manyToOne(StaffUserEntity).joinColumn('actor_id').nullable().deleteRule('set null'),
    actor: p.string().length(200).nullable(),
    data: p.json<LeadEventData>().defaultRaw(`'{}'`),
    idempotencyKey: p.string().length(64).nullable().unique('lead_event_idempotency_key_unique'),
  },
})

/** Filters, an order and columns of the list of leads, under a name. */
export const LeadViewEntity = defineEntity({
  name: 'LeadView',
  tableName: 'lead_view',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    staff: () =>
      p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade').index('lead_view_staff_id_index'),
    name: p.string().length(60),
    /** What follows the question mark in the address of the staff app. */
    query: p.string().length(1000),
    isShared: p.boolean().default(false),
    version: p.integer().default(1),
  },
})
