import { type EntityManager, tables } from '../../entities/database.ts'
import { accountEmail } from '../staff/account-email.ts'
import { decoyHash, verifyPassword } from '../staff/password.ts'

/**
 * The enabled account with this email and password. An unknown email takes as long as a wrong password, so the response
 * time does not reveal which emails have an account.
 */
export async function checkPassword(em: EntityManager, email: string, password: string) {
  const account = await findEnabledStaff(em, email)
  const fits = await verifyPassword(account?.passwordHash ?? (await decoyHash()), password)
  return fits ? account : undefined
}

export const findEnabledStaff = (em: EntityManager, email: string) =>
  tables(em)
    .selectFrom('staff_user')
    .select(['id', 'passwordHash'])
    .where('email', '=', accountEmail(email))
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
