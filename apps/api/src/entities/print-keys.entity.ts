import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '../db/text-array.ts'
import { WorkspaceEntity } from './customers.entity.ts'
import { insertedAt, instant, uuidKey } from './common-columns.ts'

/** A key of the print API. Only the SHA-256 of it is stored, so a copy of this table gives no access. */
export const PrintKeyEntity = defineEntity({
  name: 'PrintKey',
  tableName: 'print_key',
  indexes: [
    { name: 'print_key_created_at_id_index', properties: ['createdAt', 'id'] },
    { name: 'print_key_expires_at_index', properties: ['expiresAt'] },
    { name: 'print_key_lead_id_index', properties: ['leadId'] },
    { name: 'print_key_workspace_id_index', properties: ['workspace'] },
    {
      name: 'print_key_revoked_index',
      expression:
        'create index "print_key_revoked_index" on "print_key" ("created_at", "id") where revoked_at is not null',
    },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').deleteRule('cascade'),
    /** The customer's name for the key. A sandbox key has no name. */
    name: p.string().length(60).nullable(),
    /** The beginning of the key, to recognize it by. */
    prefix: p.string().length(20),
    hash: p.blob().columnType('bytea').unique('print_key_hash_unique'),
    scopes: p.type(TextArray),
    /** Null for a key of an account, which works until it is replaced or revoked. */
    expiresAt: instant().nullable(),
    /** Last use, accurate to a minute. */
    lastUsedAt: instant().nullable(),
    revokedAt: instant().nullable(),
    /** Name of the member of staff who revoked it. */
    revokedBy: p.string().length(200).nullable(),
    /** Its holder, who left an email. The lead may have been deleted since, so nothing refers to it. */
    leadId: p.uuid().nullable(),
  },
})
