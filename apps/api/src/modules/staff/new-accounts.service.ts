import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { brand } from '@app/brand'
import type { StaffUser } from '@app/contract'
import { accountEmail } from './account-email.ts'
import { hashPassword, madeUpPassword, passwordProblem } from './password.ts'

export interface NewStaff {
  email: string
  name: string
  password: string
  role: StaffUser['role']
}

const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What is wrong with a new account, one sentence for each fault. */
export function staffProblems({ email, password }: Pick<NewStaff, 'email' | 'password'>): string[] {
  const weak = passwordProblem(password, brand.productName)
  return [
    ...(emailForm.test(email.trim()) && email.length <= 254 ? [] : ['The email address is not valid.']),
    ...(weak ? [`The password ${weak}.`] : []),
  ]
}

/** Creates an account, unless one with this email exists. Its id, or undefined. */
export async function addStaff(
  em: EntityManager,
  { email, name, password, role }: NewStaff,
): Promise<string | undefined> {
  const [created] = await em.execute<{ id: string }[]>(
    `insert into staff_user (id, email, name, password_hash, role) values (?, ?, ?, ?, ?)
     on conflict (email) do nothing
     returning id`,
    [randomUUIDv7(), accountEmail(email), name, await hashPassword(password), role],
  )
  return created?.id
}

export interface FirstStaff {
  created: boolean
  email: string
  /** Only when it was made here; it is stored nowhere. */
  password?: string
}

/** Makes the first account, an owner, when there is none at all. */
export async function ensureFirstStaff(em: EntityManager, email: string, password?: string): Promise<FirstStaff> {
  const [existing] = await em.execute<{ email: string }[]>(
    'select email from staff_user where disabled_at is null order by created_at limit 1',
  )
  if (existing) return { created: false, email: existing.email }
  const chosen = password ?? madeUpPassword()
  const created = await addStaff(em, { email, name: 'First owner', password: chosen, role: 'owner' })
  return { created: created !== undefined, email, ...(password === undefined && { password: chosen }) }
}
