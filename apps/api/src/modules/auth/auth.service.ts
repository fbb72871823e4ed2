import type { EntityManager } from '@mikro-orm/postgresql'
import { accountEmail } from '../staff/account-email.ts'
import { decoyHash, verifyPassword } from '../staff/password.ts'

/** Id of the account when email and password fit and it is not disabled. Takes the same time either way. */
export async function checkPassword(em: EntityManager, email: string, password: string): Promise<string | undefined> {
  const [account] = await em.execute<{ id: string; password_hash: string }[]>(
    'select id, password_hash from staff_user where email = ? and disabled_at is null',
    [accountEmail(email)],
  )
  const fits = await verifyPassword(account?.password_hash ?? (await decoyHash()), password)
  return fits ? account?.id : undefined
}

/** Id of the enabled account with this email. */
export async function findEnabledStaff(em: EntityManager, email: string): Promise<string | undefined> {
  const [account] = await em.execute<{ id: string }[]>(
    'select id from staff_user where email = ? and disabled_at is null',
    [accountEmail(email)],
  )
  return account?.id
}
