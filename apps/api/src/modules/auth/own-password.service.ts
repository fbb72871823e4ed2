import type { Input, StaffUser } from '@app/contract'
import { invalidField, noPasswordsHere, type ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { passwordProblem, verifyPassword } from '../staff/password.ts'
import { recordAccountEvent } from '../staff/account-events.ts'
import { storePassword } from '../staff/staff.service.ts'
import { countAttempt } from './sign-in-limit.ts'
import type { SignInCaller } from './sign-in.service.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { checkPassword } from './auth.service.ts'

/** Logs a wrong password in a session, and returns its error. */
function wrongPassword({ log, clientAddress }: SignInCaller, staff: StaffUser, event: string): ProblemError {
  log.warn({ event, staffId: staff.id, network: networkOfCaller(clientAddress) })
  return invalidField('/currentPassword', 'this is not your current password')
}

/**
 * Requires the password for a change that needs more than a session. Each try counts as a sign-in attempt, so the
 * password cannot be guessed through a stolen session.
 * @throws {ProblemError} 400 for a wrong password, 409 when passwords are not used, 429 after too many attempts.
 */
export async function provePassword(
  caller: SignInCaller,
  staff: StaffUser,
  password: string,
  event = 'second_factor_refused',
): Promise<void> {
  if (caller.singleSignOn) throw noPasswordsHere()
  await countAttempt(caller, staff.email)
  if ((await checkPassword(caller.em, staff.email, password))?.id !== staff.id) {
    throw wrongPassword(caller, staff, event)
  }
  await caller.signInLimit.forgive(caller.clientAddress, staff.email)
}

type OwnPasswordInput = Input<'updateOwnPassword'>['body']

/** @throws {ProblemError} 400 when the new password is weak or the same as before. */
function refuseWeakPassword({ currentPassword, newPassword }: OwnPasswordInput): void {
  const problem = passwordProblem(newPassword)
  if (problem) throw invalidField('/newPassword', problem)
  if (newPassword === currentPassword) throw invalidField('/newPassword', 'must be different from the current one')
}

/**
 * Changes the account's own password and ends its sessions, except the one with this key.
 * @throws {ProblemError} 400 for a weak new password or a wrong current one, 409 when passwords are not used, 429 after
 * too many attempts.
 */
export async function updateOwnPassword(
  caller: SignInCaller,
  staff: StaffUser,
  sessionKey: string,
  change: OwnPasswordInput,
): Promise<void> {
  if (caller.singleSignOn) throw noPasswordsHere()
  refuseWeakPassword(change)
  await countAttempt(caller, staff.email)
  if (!(await replacePassword(caller.em, staff, sessionKey, change))) {
    throw wrongPassword(caller, staff, 'password_change_refused')
  }
  await caller.signInLimit.forgive(caller.clientAddress, staff.email)
  caller.log.info({ event: 'password_changed', staffId: staff.id })
}

/** Resolves with false if the current password is wrong. */
const replacePassword = (
  em: EntityManager,
  { id, name }: StaffUser,
  sessionKey: string,
  { currentPassword, newPassword }: OwnPasswordInput,
): Promise<boolean> =>
  em.transactional(async (transaction) => {
    // Locked until the new password is stored, so someone with the old one cannot undo a concurrent reset.
    const account = await tables(transaction)
      .selectFrom('staff_user')
      .select('passwordHash')
      .where('id', '=', id)
      .where('disabledAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || !(await verifyPassword(account.passwordHash, currentPassword))) return false
    await storePassword(transaction, id, newPassword, sessionKey)
    await recordAccountEvent(transaction, { id, name }, 'password', { id, name })
    return true
  })
