import { createHash } from 'node:crypto'
import type { StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { run } from '../../db/run.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

/** A key is the caller's own: nobody else's record can come back. */
export const storedKey = (staff: StaffUser, key: string): string =>
  createHash('sha256').update(`${staff.id} ${key}`).digest('hex')

/** The change that was made with this key. Two requests with one key take turns. */
export async function changeOfKey(transaction: EntityManager, key: string) {
  await run(transaction, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  return tables(transaction)
    .selectFrom('record_change')
    .select(['id', 'createdAt', 'recordId', 'after'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
}
