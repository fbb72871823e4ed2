import type { StaffAccount, StaffUser } from '@app/contract'
import { accountEmail } from './account-email.ts'
import { now, columns, withTextTimes } from '../../db/sql.ts'
import { forbidden, notFound, ProblemError } from '../../errors/errors.ts'
import { addStaff, type NewStaff } from './new-accounts.service.ts'
import { hasSecondFactor } from './second-factor.queries.ts'
import { hashPassword } from './password.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { StaffUserEntity } from '../../entities/accounts.entity.ts'
import { staffOwner } from '../../entities/owner.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import type { Actor } from '../changes/record-type.ts'
import { recordAccountEvent } from './account-events.ts'

const { id: accountId } = columns(StaffUserEntity, StaffUserEntity.tableName)

const accounts = (em: EntityManager) =>
  tables(em)
    .selectFrom('staff_user')
    .select(['id', 'email', 'name', 'role', 'disabledAt', 'lastSignInAt', 'createdAt'])
    .select(hasSecondFactor(accountId).as('hasSecondFactor'))

type Stored = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

const accountFrom = ({ disabledAt, ...account }: Stored): StaffAccount => ({
  ...withTextTimes(account),
  isEnabled: disabledAt === null,
})

export async function listStaff(em: EntityManager): Promise<StaffAccount[]> {
  const found = await accounts(em)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('email')
    .limit(1000)
    .execute()
  return found.map(accountFrom)
}

/** @throws {ProblemError} 404 when no account has this email. */
export async function accountOf(em: EntityManager, email: string): Promise<StaffAccount> {
  const account = await accounts(em)
    .where('email', '=', accountEmail(email))
    .executeTakeFirstOrThrow(() => notFound('account'))
  return accountFrom(account)
}

/**
 * Creates an account and voids an open invitation to its email. Returns the id, or undefined if the email already has an
 * account.
 */
export const createAccount = (em: EntityManager, actor: Actor, staff: NewStaff): Promise<string | undefined> =>
  em.transactional(async (transaction) => {
    const id = await addStaff(transaction, staff)
    if (!id) return undefined
    await tables(transaction).deleteFrom('staff_invitation').where('email', '=', accountEmail(staff.email)).execute()
    await recordAccountEvent(transaction, actor, 'create', { id, name: staff.name }, { after: { role: staff.role } })
    return id
  })

/**
 * Changes the role of an account, which takes effect with the person's next request.
 * @throws {ProblemError} 404, 409 for one's own account or the last enabled owner.
 */
export const setRole = (em: EntityManager, actor: Actor, id: string, role: StaffUser['role']): Promise<StaffAccount> =>
  changeAccount(em, actor, id, async (transaction, account, isLastOwner) => {
    if (account.role === role) return
    refuseOwn(actor, id)
    if (isLastOwner) throw lastOwner()
    await tables(transaction).updateTable('staff_user').set({ role }).where('id', '=', id).execute()
    await recordAccountEvent(transaction, actor, 'role', account, { before: { role: account.role }, after: { role } })
  })

/**
 * Enables or disables an account. Disabling ends its sessions and tokens and voids its reset link.
 * @throws {ProblemError} 404, 409 for one's own account or the last enabled owner.
 */
export const setEnabled = (em: EntityManager, actor: Actor, id: string, isEnabled: boolean): Promise<StaffAccount> =>
  changeAccount(em, actor, id, async (transaction, account, isLastOwner) => {
    if (account.isEnabled === isEnabled) return
    refuseOwn(actor, id)
    if (isLastOwner) throw lastOwner()
    const disabledAt = isEnabled ? null : now
    await tables(transaction).updateTable('staff_user').set({ disabledAt }).where('id', '=', id).execute()
    if (!isEnabled) {
      await endSessions(transaction, staffOwner(id))
      await endTokens(transaction, id)
      await tables(transaction).deleteFrom('password_reset').where('staff', '=', id).execute()
    }
    await recordAccountEvent(transaction, actor, isEnabled ? 'enable' : 'disable', account)
  })

/**
 * Sets a new password, enables the account, and ends its sessions. Only operators can do this.
 * @throws {ProblemError} 404
 */
export const setPasswordOf = (em: EntityManager, actor: Actor, id: string, password: string): Promise<StaffAccount> =>
  changeAccount(em, actor, id, async (transaction, account) => {
    await tables(transaction).updateTable('staff_user').set({ disabledAt: null }).where('id', '=', id).execute()
    await storePassword(transaction, id, password)
    await recordAccountEvent(transaction, actor, 'password', account)
  })

/** Deletes every token of an account that may be compromised or is disabled. Tokens are not restored. */
export const endTokens = (em: EntityManager, staffId: string): Promise<unknown> =>
  tables(em).deleteFrom('staff_token').where('staff', '=', staffId).execute()

/**
 * The only place that changes a password. Ends the account's sessions, except the one with this key, and its reset
 * link.
 */
export async function storePassword(
  em: EntityManager,
  id: string,
  password: string,
  keptSessionKey?: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await tables(em).updateTable('staff_user').set({ passwordHash }).where('id', '=', id).execute()
  await endSessions(em, staffOwner(id), keptSessionKey)
  // The reset may follow a takeover, in which tokens were created.
  if (keptSessionKey === undefined) await endTokens(em, id)
  await tables(em).deleteFrom('password_reset').where('staff', '=', id).execute()
}

const lastOwner = () =>
  new ProblemError(409, 'last_owner', 'This is the last enabled owner. Make someone else an owner first.')

/** @throws {ProblemError} 409 when the account is the actor's own. */
export function refuseOwn(actor: Actor, id: string): void {
  if (actor.id === id) throw new ProblemError(409, 'own_account', 'This is your own account. Ask another owner.')
}

type Change = (em: EntityManager, account: StaffAccount, isLastOwner: boolean) => Promise<void>

/** Locks the account and all owners during a change, so that two owners cannot disable each other concurrently. */
export const changeAccount = (em: EntityManager, actor: Actor, id: string, change: Change) =>
  em.transactional(async (transaction): Promise<StaffAccount> => {
    const found = await accounts(transaction)
      .where((eb) => eb.or([eb('id', '=', id), eb.and([eb('role', '=', 'owner'), eb('disabledAt', 'is', null)])]))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const rows = found.map(accountFrom)
    const account = rows.find((row) => row.id === id)
    if (!account) throw notFound('account')
    const owners = rows.filter(({ role, isEnabled }) => role === 'owner' && isEnabled)
    // Another owner may have changed the actor's role since the request began.
    if (actor.id !== null && !owners.some((owner) => owner.id === actor.id)) {
      throw forbidden('Your role does not allow this.')
    }
    await change(transaction, account, owners.every((owner) => owner.id === id) && owners.length > 0)
    return accountFrom(await accounts(transaction).where('id', '=', id).executeTakeFirstOrThrow())
  })
