import { defineEntity, p } from '@mikro-orm/core'
import { StaffUserEntity } from './accounts.entity.ts'
import { insertedAt, instant, uuidKey } from './common-columns.ts'

/** A file of leads that staff imported. The file itself is never stored: its rows are leads that name this row. */
export const LeadImportEntity = defineEntity({
  name: 'LeadImport',
  tableName: 'lead_import',
  indexes: [{ name: 'lead_import_created_at_id_index', properties: ['createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    fileName: p.string().length(200),
    /** The account that imported the file, and the person's name at that time. */
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('set null'),
    staffName: p.string().length(200),
    /** Leads that it brought, and rows that were left out because they repeat another one. */
    rows: p.integer(),
    skipped: p.integer(),
    /** Rows of the file that could not become leads. */
    leftOut: p.integer().default(0),
    /** False marks the import's leads as queued from the start, so they are never sent to the CRM. */
    sendsToCrm: p.boolean(),
    undoneAt: instant().nullable(),
    undoneBy: p.string().length(200).nullable(),
    idempotencyKey: p.string().length(64).nullable().unique('lead_import_idempotency_key_unique'),
    /** SHA-256 of the body that came with the key. */
    idempotencyHash: p.blob().columnType('bytea').nullable(),
  },
})
