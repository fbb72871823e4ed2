import { sql } from 'kysely'
import { type EntityManager, tables } from '../../entities/database.ts'
import { memberActor } from '../customers/account-events.ts'
import { accountRecord } from '../customers/account-record.ts'
import { accountEmail } from '../staff/account-email.ts'
import { erased } from './scrub.ts'

const memberOf = (em: EntityManager, email: string) =>
  tables(em)
    .selectFrom('customer_member')
    .innerJoin('customer_account', 'customer_account.id', 'customer_member.account')
    .select(['customer_member.id', 'customer_member.email', 'customer_member.name', 'customer_member.invitedBy'])
    .select(['customer_member.createdAt', 'customer_member.lastSignInAt', 'customer_account.name as account'])
    .where('customer_member.email', '=', accountEmail(email))
    .executeTakeFirst()

export const isMember = async (em: EntityManager, email: string): Promise<boolean> =>
  (await memberOf(em, email)) !== undefined

/** A member with their sign-ins, sessions, and passkeys, and the accounts that list them as invoice contact. */
export async function exportMember(em: EntityManager, email: string) {
  const db = tables(em)
  const member = await memberOf(em, email)
  const billingOf = await db
    .selectFrom('customer_account')
    .select(['name', 'billingName', 'billingEmail', 'createdAt'])
    .where((eb) => eb(eb.fn<string>('lower', ['billingEmail']), '=', accountEmail(email)))
    .orderBy('createdAt')
    .execute()
  if (!member) return { member: null, billingOf }
  const { id, ...shown } = member
  const signIns = await db
    .selectFrom('sign_in')
    .select(['createdAt', 'outcome', 'method', 'network'])
    .where('member', '=', id)
    .orderBy('createdAt')
    .execute()
  const sessions = await db
    .selectFrom('staff_session')
    .select(['createdAt', 'seenAt', 'browser', 'network'])
    .where('member', '=', id)
    .orderBy('createdAt')
    .execute()
  const passkeys = await db
    .selectFrom('staff_passkey')
    .select(['name', 'createdAt', 'lastUsedAt'])
    .where('member', '=', id)
    .orderBy('createdAt')
    .execute()
  return { member: { ...shown, signIns, sessions, passkeys }, billingOf }
}

/**
 * Removes the person from the account that they belong to and from its history, with their sign-ins, sessions,
 * passkeys, and links. The invoice contact belongs to the business account, and staff change it.
 */
export async function eraseMember(transaction: EntityManager, email: string): Promise<void> {
  const db = tables(transaction)
  const removed = await db
    .deleteFrom('customer_member')
    .where('email', '=', accountEmail(email))
    .returning(['id', 'name', 'account'])
    .executeTakeFirst()
  const named = JSON.stringify({ member: erased })
  const withoutEmail = (column: 'before' | 'after') =>
    sql<Record<string, unknown>>`case when ${sql.ref(column)} ->> 'member' = ${accountEmail(email)}
      then ${sql.ref(column)} || ${named}::jsonb else ${sql.ref(column)} end`
  await db
    .updateTable('record_change')
    .set({ before: withoutEmail('before'), after: withoutEmail('after') })
    .where('recordType', '=', accountRecord.name)
    .where(
      (eb) =>
        sql<boolean>`${accountEmail(email)} in (${eb.ref('before')} ->> 'member', ${eb.ref('after')} ->> 'member')`,
    )
    .execute()
  if (!removed) return
  await db.updateTable('record_change').set({ actor: erased }).where('actorId', '=', removed.id).execute()
  await db
    .updateTable('print_key')
    .set({ revokedBy: erased })
    .where('revokedBy', '=', memberActor(removed).name)
    .where('workspace', 'in', db.selectFrom('workspace').select('id').where('account', '=', removed.account))
    .execute()
}
