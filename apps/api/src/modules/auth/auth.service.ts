import { type EntityManager, tables } from '../../entities/database.ts'
import { accountEmail } from '../staff/account-email.ts'
import { decoyHash, verifyPassword } from '../staff/password.ts'

/**
 * The id of the enabled account with this email and password. An unknown email takes as long as a wrong password, so
 * that the time does not give away which emails have an account.
 */
export async function checkPassword(em: EntityManager, email: string, password: string): Promise<string | undefined> {
  const account = await enabledAccount(em, email)
  const fits = await verifyPassword(account?.passwordHash ?? (await decoyHash()), password)
  return fits ? account?.id : undefined
}

export async function findEnabledStaff(em: EntityManager, email: string): Promise<string | undefined> {
  return (await enabledAccount(em, email))?.id
}

const enabledAccount = (em: EntityManager, email: string) =>
  tables(em)
    .selectFrom('staff_user')
    .select(['id', 'passwordHash'])
    .where('email', '=', accountEmail(email))
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
