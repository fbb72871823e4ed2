import { type EntityManager, tables } from '../../entities/database.ts'
import type { Owner } from '../../entities/owner.ts'

/**
 * Locks a person who is signing in until the transaction ends. Resolves with false for a removed member, and for an
 * account that was disabled or whose password has changed since it was checked: its sessions at that time were ended.
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
