import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '../db/text-array.ts'
import { StaffUserEntity } from './accounts.entity.ts'
import { insertedAt, instant, uuidKey } from './common-columns.ts'

/** A token with which programs call staff operations. Only its SHA-256 is stored, so a copy of this table gives no access. */
export const StaffTokenEntity = defineEntity({
  name: 'StaffToken',
  tableName: 'staff_token',
  indexes: [{ name: 'staff_token_staff_id_created_at_id_index', properties: ['staff', 'createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade'),
    name: p.string().length(60),
    /** The beginning of the token, to recognize it by. */
    prefix: p.string().length(20),
    hash: p.blob().columnType('bytea').unique('staff_token_hash_unique'),
    scopes: p.type(TextArray),
    expiresAt: instant(),
    /** Last use, accurate to a minute. */
    lastUsedAt: instant().nullable(),
  },
})
