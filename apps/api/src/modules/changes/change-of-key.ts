import { createHash } from 'node:crypto'
import type { StaffUser } from '@app/contract'
import { oneAtATime } from '../../db/one-at-a-time.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

/** Prefixes a caller's idempotency key with the account, so that it never matches the record of another account. */
export const storedKey = (staff: StaffUser, key: string): string =>
  createHash('sha256').update(`${staff.id} ${key}`).digest('hex')

/** The change that was made with this key. Two requests with one key take turns. */
export async function changeOfKey(transaction: EntityManager, key: string) {
  await oneAtATime(transaction, key)
  return tables(transaction)
    .selectFrom('record_change')
    .select(['id', 'createdAt', 'recordId', 'after'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
}
