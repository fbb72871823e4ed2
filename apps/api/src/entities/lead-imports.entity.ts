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
    /** Who did it: the account, and the person's name at that time. */
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('set null'),
    staffName: p.string().length(200),
    /** Leads that it brought, and rows that were left out because they repeat another one. */
    rows: p.integer(),
    skipped: p.integer(),
    /** Rows of the file that could not become leads. */
    leftOut: p.integer().default(0),
    /** Whether its leads go to the CRM. Those of an import that does not send them count as queued from the start. */
    sendsToCrm: p.boolean(),
    undoneAt: instant().nullable(),
    undoneBy: p.string().length(200).nullable(),
    idempotencyKey: p.string().length(64).nullable().unique('lead_import_idempotency_key_unique'),
    /** SHA-256 of the body that came with the key. */
    idempotencyHash: p.blob().columnType('bytea').nullable(),
  },
})
