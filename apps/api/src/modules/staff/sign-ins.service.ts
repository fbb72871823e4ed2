import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Input, SignIn } from '@app/contract'
import { accountEmail } from './account-email.ts'
import { columnsOf, selection } from '../../db/columns.ts'
import { type Conditions, countRowsUpTo, keysetPage, type Page } from '../../db/keyset-page.ts'
import { networkOf } from '../../network.ts'
import { StaffUserEntity } from './accounts.entity.ts'
import { SignInEntity } from './sign-ins.entity.ts'

/** Attempts older than this are deleted. */
export const signInRetentionDays = 180

/** Counting stops here: a year of guessing must not slow the list. */
const countCap = 10_000

/** Where a caller is, wide enough that it leads to no single person: a /24 of IPv4 or a /48 of IPv6. */
export const networkOfCaller = (address: string): string => networkOf(address, { ipv4: 24, ipv6: 48 }) ?? 'unknown'

export interface SignInAttempt extends Pick<SignIn, 'outcome' | 'method' | 'network'> {
  /** The account: by its id where that is known, else by the email that was typed. */
  staffId?: string
  email?: string
}

/** Writes down an attempt to sign in; a success also on the account. */
export async function recordSignIn(em: EntityManager, attempt: SignInAttempt): Promise<void> {
  const { outcome, method, network, email } = attempt
  const staffId = attempt.staffId ?? (email === undefined ? null : await staffIdOf(em, email))
  const values = [staffId, outcome, method, network]
  if (outcome === 'limited') {
    const counted = await em.execute<unknown[]>(
      `update sign_in set attempts = attempts + 1
        where id = (select id from sign_in
                     where created_at > now() - interval '1 minute' and staff_id is not distinct from ?::uuid
                       and outcome = ? and method = ? and network = ?
                     order by created_at desc limit 1)
       returning id`,
      values,
    )
    if (counted.length > 0) return
  }
  await em.execute('insert into sign_in (id, staff_id, outcome, method, network) values (?, ?, ?, ?, ?)', [
    randomUUIDv7(),
    ...values,
  ])
  if (outcome === 'signed_in') await em.execute('update staff_user set last_sign_in_at = now() where id = ?', [staffId])
}

async function staffIdOf(em: EntityManager, email: string): Promise<string | null> {
  const [account] = await em.execute<{ id: string }[]>('select id from staff_user where email = ?', [
    accountEmail(email),
  ])
  return account?.id ?? null
}

type Filters = Pick<Input<'listSignIns'>['query'], 'limit' | 'cursor' | 'staffId' | 'outcome'>

const signIn = columnsOf(SignInEntity)
const staff = columnsOf(StaffUserEntity)

const listed = selection(SignInEntity, SignIn, {
  staffId: signIn.staff,
  staffName: `(select u.${staff.name} from ${StaffUserEntity.tableName} u
                where u.${staff.id} = ${SignInEntity.tableName}.${signIn.staff})`,
})

/** One page of attempts, newest first. */
export function listSignIns(em: EntityManager, { limit, cursor, staffId, outcome }: Filters): Promise<Page<SignIn>> {
  const where: Conditions = []
  if (staffId) where.push([`${signIn.staff} = ?`, [staffId]])
  if (outcome) where.push([`${signIn.outcome} = ?`, [outcome]])
  const total = () => countRowsUpTo(em, SignInEntity, where, countCap)
  return keysetPage(em, { entity: SignInEntity, selection: listed, where, limit, cursor, total })
}
