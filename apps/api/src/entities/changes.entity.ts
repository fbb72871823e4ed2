import { defineEntity, p } from '@mikro-orm/core'
import type { Values } from './values.ts'
import { indexOn, instant, uuidKey } from './common-columns.ts'

/** Types whose changes are shown with their records instead of in the list of all changes. */
export const unlistedTypes = ['lead', 'sample_request', 'lead_import', 'lead_view', 'notification_rule'] as const

/**
 * Every change of every record, and every event of an account: who, when, and the changed fields. Rows are only added,
 * in the transaction of the change. The changes of a lead or sample request are deleted with it, by a trigger on its
 * table.
 */
export const RecordChangeEntity = defineEntity({
  name: 'RecordChange',
  tableName: 'record_change',
  uniques: [
    {
      name: 'record_change_idempotency_key_index',
      properties: ['idempotencyKey'],
      where: 'idempotency_key is not null',
    },
  ],
  indexes: [
    { properties: ['recordId', 'createdAt', 'id'] },
    { properties: ['recordType', 'createdAt', 'id'] },
    {
      name: 'record_change_listed_index',
      expression: indexOn(() => `(created_at, id) where record_type not in ('${unlistedTypes.join("', '")}')`),
    },
  ],
  properties: {
    id: uuidKey(),
    createdAt: instant().defaultRaw('clock_timestamp()'),
    /** Shared by all changes of one request. Undo refers to it. */
    groupId: p.uuid().index(),
    recordType: p.string().length(20),
    /**
     * Null for records without a UUID, such as a sandbox key. No foreign key, because the changes of a deleted record
     * are kept.
     */
    recordId: p.uuid().nullable(),
    /** The record's name at that time, for types that have one. */
    recordName: p.string().length(200).nullable(),
    /** create, update, delete, merge, unmerge, note, or an event of an account. */
    action: p.string().length(40),
    /** The record's version after the change. Null for an event that does not change the record, like a note. */
    version: p.integer().nullable(),
    /** The account that made the change. Null for a rule or the command line. */
    actorId: p.uuid().nullable(),
    /** The person's name at that time. */
    actor: p.string().length(200).nullable(),
    /** The changed fields, before and after. `before` is empty for a new record, and `after` for a deleted one. */
    before: p.json<Values>().defaultRaw(`'{}'`),
    after: p.json<Values>().defaultRaw(`'{}'`),
    /** The group that this change undoes. */
    reverts: p.uuid().nullable(),
    idempotencyKey: p.string().length(64).nullable(),
  },
})
