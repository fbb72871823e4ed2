import type { EntityManager } from '@mikro-orm/postgresql'
import type { StaffAccount, StaffUser } from '@app/contract'
import { accountEmail } from './account-email.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { forbidden, notFound, ProblemError } from '../../errors.ts'
import { addStaff, type NewStaff } from './new-accounts.service.ts'
import { hashPassword } from './password.ts'
import { sessionEndedChannel } from './session-lifetime.ts'
import { type Actor, addSettingsEntry } from './settings-audit.service.ts'

const columns = `id, email, name, role, disabled_at is null as "isEnabled",
                 ${isoInstant('last_sign_in_at')} as "lastSignInAt", ${isoInstant('created_at')} as "createdAt"`

/** All accounts, by name. */
export const listStaff = (em: EntityManager): Promise<StaffAccount[]> =>
  em.execute<StaffAccount[]>(`select ${columns} from staff_user order by lower(name), email limit 1000`)

/** @throws {ProblemError} 404 when no account has this email. */
export async function accountOf(em: EntityManager, email: string): Promise<StaffAccount> {
  const [account] = await em.execute<StaffAccount[]>(`select ${columns} from staff_user where email = ?`, [
    accountEmail(email),
  ])
  if (!account) throw notFound('account')
  return account
}

/** Makes an account, unless one has this email. Undefined then, else its id. An invitation to this email is over. */
export const createAccount = (em: EntityManager, actor: Actor, staff: NewStaff): Promise<string | undefined> =>
  em.transactional(async (transaction) => {
    const id = await addStaff(transaction, staff)
    if (!id) return undefined
    await transaction.execute('delete from staff_invitation where email = ?', [accountEmail(staff.email)])
    await addSettingsEntry(transaction, actor, 'create', {
      person: { id, name: staff.name },
      changes: [{ field: 'role', before: null, after: staff.role }],
    })
    return id
  })

/**
 * Gives an account another role; it holds from the person's next request on.
 * @throws {ProblemError} 404 when there is none, 409 for one's own account or the last enabled owner.
 */
export const setRole = (em: EntityManager, actor: Actor, id: string, role: StaffUser['role']): Promise<StaffAccount> =>
  changeAccount(em, actor, id, async (transaction, account, isLastOwner) => {
    if (account.role === role) return
    refuseOwn(actor, id)
    if (isLastOwner) throw lastOwner()
    await transaction.execute('update staff_user set role = ? where id = ?', [role, id])
    await addSettingsEntry(transaction, actor, 'role', {
      person: account,
      changes: [{ field: 'role', before: account.role, after: role }],
    })
  })

/**
 * Opens or closes an account. Closing ends its sessions and voids its reset link.
 * @throws {ProblemError} 404 when there is none, 409 for one's own account or the last enabled owner.
 */
export const setEnabled = (em: EntityManager, actor: Actor, id: string, isEnabled: boolean): Promise<StaffAccount> =>
  changeAccount(em, actor, id, async (transaction, account, isLastOwner) => {
    if (account.isEnabled === isEnabled) return
    refuseOwn(actor, id)
    if (isLastOwner) throw lastOwner()
    await transaction.execute(`update staff_user set disabled_at = ${isEnabled ? 'null' : 'now()'} where id = ?`, [id])
    if (!isEnabled) {
      await endSessions(transaction, id)
      await transaction.execute('delete from password_reset where staff_id = ?', [id])
    }
    await addSettingsEntry(transaction, actor, isEnabled ? 'enable' : 'disable', { person: account })
  })

/**
 * Opens an account with another password and ends its sessions: the operator's way.
 * @throws {ProblemError} 404 when there is none.
 */
export const setPasswordOf = (em: EntityManager, actor: Actor, id: string, password: string): Promise<StaffAccount> =>
  changeAccount(em, actor, id, async (transaction, account) => {
    await transaction.execute('update staff_user set disabled_at = null where id = ?', [id])
    await storePassword(transaction, id, password)
    await addSettingsEntry(transaction, actor, 'password', { person: account })
  })

/** The one place where a password changes: with it end the sessions, but for the one of this key, and the reset link. */
export async function storePassword(
  em: EntityManager,
  id: string,
  password: string,
  keptSessionKey?: string,
): Promise<void> {
  await em.execute('update staff_user set password_hash = ? where id = ?', [await hashPassword(password), id])
  await endSessions(em, id, keptSessionKey)
  await em.execute('delete from password_reset where staff_id = ?', [id])
}

/** Open streams of events end with the sessions. */
const endSessions = (em: EntityManager, id: string, keptSessionKey = '') =>
  em.execute(
    `with ended as (delete from staff_session where staff_id = ? and id_hash <> decode(?, 'hex') returning id_hash)
     select pg_notify(?, encode(id_hash, 'hex')) from ended`,
    [id, keptSessionKey, sessionEndedChannel],
  )

const lastOwner = () =>
  new ProblemError(409, 'last_owner', 'This is the last enabled owner. Make somebody else an owner first.')

/** @throws {ProblemError} 409 when the account is the actor's own. */
export function refuseOwn(actor: Actor, id: string): void {
  if (actor.id === id) throw new ProblemError(409, 'own_account', 'This is your own account. Ask another owner.')
}

type Change = (em: EntityManager, account: StaffAccount, isLastOwner: boolean) => Promise<void>

/** Runs a change while the account and all owners stand still, so that two owners cannot remove each other. */
const changeAccount = (em: EntityManager, actor: Actor, id: string, change: Change) =>
  em.transactional(async (transaction): Promise<StaffAccount> => {
    const rows = await transaction.execute<StaffAccount[]>(
      `select ${columns} from staff_user
        where id = ? or role = 'owner' and disabled_at is null
        order by id for no key update`,
      [id],
    )
    const account = rows.find((row) => row.id === id)
    if (!account) throw notFound('account')
    const owners = rows.filter(({ role, isEnabled }) => role === 'owner' && isEnabled)
    // Another owner may have taken the actor's role since the request began.
    if (actor.id !== null && !owners.some((owner) => owner.id === actor.id)) {
      throw forbidden('Your role does not allow this.')
    }
    await change(transaction, account, owners.every((owner) => owner.id === id) && owners.length > 0)
    const [after] = await transaction.execute<[StaffAccount]>(`select ${columns} from staff_user where id = ?`, [id])
    return after
  })
