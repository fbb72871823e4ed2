import { randomUUIDv7 } from 'node:crypto'
import { type Input, SignIn } from '@app/contract'
import { sql } from 'kysely'
import { accountEmail } from './account-email.ts'
import { minutesAgo, now, columns, type Fragment, select, table } from '../../db/sql.ts'
import { countRowsUpTo, keysetPage, type Page } from '../../db/keyset-page.ts'
import { networkOf } from '../../config/network.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { StaffUserEntity, SignInEntity } from '../../entities/accounts.entity.ts'

/** Attempts older than this are deleted. */
export const signInRetentionDays = 180

/** Counting stops here, so that a year of password guessing does not slow down the list. */
const countCap = 10_000

/** The network of an address, wide enough to identify no person: a /24 of IPv4 or a /48 of IPv6. */
export const networkOfCaller = (address: string): string => networkOf(address, { ipv4: 24, ipv6: 48 }) ?? 'unknown'

type Described = Pick<SignIn, 'outcome' | 'method' | 'network'>

export interface SignInAttempt extends Described, Pick<SignIn, 'factor'> {
  /** The account, by id if known, otherwise by the typed email. */
  staffId?: string
  email?: string
}

/** Records a sign-in attempt, and a success also on the account. */
export async function recordSignIn(em: EntityManager, attempt: SignInAttempt): Promise<void> {
  const { outcome, method, factor, network, email } = attempt
  const staffId = attempt.staffId ?? (email === undefined ? null : await staffIdOf(em, email))
  const described = { outcome, method, network }
  if (outcome === 'limited' && (await countAgain(em, staffId, described))) return
  await tables(em)
    .insertInto('sign_in')
    .values({ id: randomUUIDv7(), staff: staffId, ...described, factor: factor ?? null })
    .execute()
  if (outcome === 'signed_in' && staffId !== null) {
    await tables(em).updateTable('staff_user').set({ lastSignInAt: now }).where('id', '=', staffId).execute()
  }
}

/** Records a sign-in attempt of a member of a customer account. */
export const recordMemberSignIn = (
  em: EntityManager,
  member: string,
  attempt: Omit<Described, 'method'> & { method: 'link' | 'passkey' },
) =>
  tables(em)
    .insertInto('sign_in')
    .values({ id: randomUUIDv7(), member, ...attempt })
    .execute()

/** Counts an attempt on a matching row of the last minute. Returns whether there is one. */
async function countAgain(em: EntityManager, staffId: string | null, attempt: Described) {
  const latest = tables(em)
    .selectFrom('sign_in')
    .select('id')
    .where('createdAt', '>', minutesAgo(1))
    .where('staff', 'is not distinct from', staffId)
    .where('outcome', '=', attempt.outcome)
    .where('method', '=', attempt.method)
    .where('network', '=', attempt.network)
    .orderBy('createdAt', 'desc')
    .limit(1)
  const counted = await tables(em)
    .updateTable('sign_in')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', latest)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

async function staffIdOf(em: EntityManager, email: string): Promise<string | null> {
  const account = await tables(em)
    .selectFrom('staff_user')
    .select('id')
    .where('email', '=', accountEmail(email))
    .executeTakeFirst()
  return account?.id ?? null
}

type Filters = Pick<Input<'listSignIns'>['query'], 'limit' | 'cursor' | 'staffId' | 'outcome'>

const signIn = columns(SignInEntity, SignInEntity.tableName)
const staff = columns(StaffUserEntity, 'u')

const listed = select(SignInEntity, SignIn, {
  staffId: signIn.staff,
  staffName: sql`(select ${staff.name} from ${table(StaffUserEntity)} u where ${staff.id} = ${signIn.staff})`,
})

export function listSignIns(em: EntityManager, { limit, cursor, staffId, outcome }: Filters): Promise<Page<SignIn>> {
  const where: Fragment[] = [sql`${signIn.member} is null`]
  if (staffId) where.push(sql`${signIn.staff} = ${staffId}`)
  if (outcome) where.push(sql`${signIn.outcome} = ${outcome}`)
  const total = () => countRowsUpTo(em, SignInEntity, where, countCap)
  return keysetPage(em, { entity: SignInEntity, selection: listed, where, limit, cursor, total })
}
