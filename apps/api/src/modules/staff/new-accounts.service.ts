import { randomUUIDv7 } from 'node:crypto'
import { Email, type StaffUser } from '@app/contract'
import { Check } from 'typebox/value'
import { type EntityManager, tables } from '../../entities/database.ts'
import { accountEmail } from './account-email.ts'
import { chosenPasswordProblem, hashPassword, randomPassword } from './password.ts'

export interface NewStaff {
  email: string
  name: string
  password: string
  role: StaffUser['role']
}

/** The problems with a new account, one sentence each. */
export function staffProblems({ email, password }: Pick<NewStaff, 'email' | 'password'>): string[] {
  const problems = [
    Check(Email, email.trim()) ? undefined : 'The email address is not valid.',
    chosenPasswordProblem(password),
  ]
  return problems.filter((problem) => problem !== undefined)
}

/** Creates an account and returns its id, or undefined if the email already has an account. */
export async function addStaff(
  em: EntityManager,
  { email, name, password, role }: NewStaff,
): Promise<string | undefined> {
  const account = {
    id: randomUUIDv7(),
    email: accountEmail(email),
    name,
    passwordHash: await hashPassword(password),
    role,
  }
  const created = await tables(em)
    .insertInto('staff_user')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return created?.id
}

export interface FirstStaff {
  created: boolean
  email: string
  /** Present only if it was generated here. Never stored. */
  password?: string
}

/** Creates the first account, an owner, if there is no enabled account. */
export async function ensureFirstStaff(em: EntityManager, email: string, password?: string): Promise<FirstStaff> {
  const existing = await tables(em)
    .selectFrom('staff_user')
    .select('email')
    .where('disabledAt', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  if (existing) return { created: false, email: existing.email }
  const chosen = password ?? randomPassword()
  const created = await addStaff(em, { email, name: 'First owner', password: chosen, role: 'owner' })
  return { created: created !== undefined, email, ...(password === undefined && { password: chosen }) }
}
