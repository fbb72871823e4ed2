import { randomUUIDv7 } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '../db/text-array.ts'
import { StaffUserEntity } from './accounts.entity.ts'

/** A token with which programs call staff operations. Only its SHA-256 is stored, so a copy of this table gives no access. */
export const StaffTokenEntity = defineEntity({
  name: 'StaffToken',
  tableName: 'staff_token',
  indexes: [{ name: 'staff_token_staff_id_created_at_id_index', properties: ['staff', 'createdAt', 'id'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade'),
    name: p.string().length(60),
    /** The beginning of the token, to recognize it by. */
    prefix: p.string().length(20),
    hash: p.blob().columnType('bytea').unique('staff_token_hash_unique'),
    scopes: p.type(TextArray),
    expiresAt: p.datetime().columnType('timestamptz(3)'),
    /** Last use, accurate to a minute. */
    lastUsedAt: p.datetime().columnType('timestamptz(3)').nullable(),
  },
})
