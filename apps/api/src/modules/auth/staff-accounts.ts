import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { StaffUser } from '@app/contract'
import { hashPassword } from './password.ts'

export interface StaffAccount {
  email: string
  name: string
  role: StaffUser['role']
  state: 'active' | 'disabled'
}

/** Long enough that nobody guesses it; it is shown once and stored nowhere. */
export const madeUpPassword = (): string => randomBytes(15).toString('base64url')

/** All accounts, by email. */
export const listStaff = (em: EntityManager): Promise<StaffAccount[]> =>
  em.execute<StaffAccount[]>(
    `select email, name, role, case when disabled_at is null then 'active' else 'disabled' end as state
       from staff_user order by email`,
  )

/** Closes an account and ends its sessions. False when there is none that is open. */
export async function disableStaff(em: EntityManager, email: string): Promise<boolean> {
  const closed = await em.execute<unknown[]>(
    `with closed as (
       update staff_user set disabled_at = now() where email = ? and disabled_at is null returning id
     ), ended as (
       delete from staff_session where staff_id in (select id from closed)
     )
     select id from closed`,
    [email.trim().toLowerCase()],
  )
  return closed.length > 0
}

/** Opens an account anew with another password and ends its sessions. Undefined when there is none. */
export async function resetPassword(em: EntityManager, email: string): Promise<string | undefined> {
  const password = madeUpPassword()
  const changed = await em.execute<unknown[]>(
    `with changed as (
       update staff_user set password_hash = ?, disabled_at = null where email = ? returning id
     ), ended as (
       delete from staff_session where staff_id in (select id from changed)
     )
     select id from changed`,
    [await hashPassword(password), email.trim().toLowerCase()],
  )
  return changed.length > 0 ? password : undefined
}
