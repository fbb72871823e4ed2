import { type EntityManager, tables } from '../../entities/database.ts'
import type { Owner } from '../../entities/owner.ts'

/**
 * Locks a person who signs in until the transaction ends. Resolves with false for a member who was removed, and for an account
 * that was disabled or has had another password since its own was checked: the sessions that it had then were ended.
 */
export async function lockOwner(transaction: EntityManager, { kind, id, passwordHash }: Owner): Promise<boolean> {
  const db = tables(transaction)
  const found =
    kind === 'member'
      ? db.selectFrom('customer_member').select('id').where('id', '=', id)
      : db
          .selectFrom('staff_user')
          .select('id')
          .where('id', '=', id)
          .where('disabledAt', 'is', null)
          .$if(passwordHash !== undefined, (query) => query.where('passwordHash', '=', passwordHash ?? ''))
  return (await found.forShare().executeTakeFirst()) !== undefined
}
