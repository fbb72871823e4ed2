import { defineEntity, p } from '@mikro-orm/core'
import { WorkspaceEntity } from './customers.entity.ts'
import { insertedAt } from './common-columns.ts'

/** A write of the print API that came with an Idempotency-Key, with its response. */
export const PrintWriteEntity = defineEntity({
  name: 'PrintWrite',
  tableName: 'print_write',
  properties: {
    /** SHA-256 of the operation, the caller, and the caller's Idempotency-Key. */
    hash: p.string().length(64).primary(),
    createdAt: insertedAt().index('print_write_created_at_index'),
    /** Null for a caller without a key. */
    workspace: () =>
      p
        .manyToOne(WorkspaceEntity)
        .joinColumn('workspace_id')
        .nullable()
        .deleteRule('cascade')
        .index('print_write_workspace_id_index'),
    /** SHA-256 of the request, in hex. Another request with the same key is rejected. */
    requestHash: p.string().length(64),
    /** The body of the response. */
    response: p.json<unknown>().nullable(),
  },
})
