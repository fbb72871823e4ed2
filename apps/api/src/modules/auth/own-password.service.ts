import { brand } from '@app/brand'
import type { Input, StaffUser } from '@app/contract'
import { invalidMember, noPasswordsHere, ProblemError } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import { passwordProblem, verifyPassword } from '../staff/password.ts'
import { addSettingsEntry } from '../staff/settings-audit.service.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { storePassword } from '../staff/staff.service.ts'
import { tooManyAttempts } from './sign-in-limit.ts'
import type { SignInCaller } from './sign-in.service.ts'

type PasswordChange = Input<'changeOwnPassword'>['body']

/** @throws {ProblemError} 400 when the new password is weak or the same as before. */
function refuseWeakPassword({ currentPassword, newPassword }: PasswordChange): void {
  const problem = passwordProblem(newPassword, brand.productName)
  if (problem) throw invalidMember('/newPassword', problem)
  if (newPassword === currentPassword) throw invalidMember('/newPassword', 'must be another one than before')
}

/**
 * Changes the account's own password and ends its sessions, except the one with this key.
 * @throws {ProblemError} 400 for a weak new password or a wrong current one, 409 where there are no passwords, 429 after
 * too many attempts.
 */
export async function changeOwnPassword(
  { em, log, clientAddress, signInLimit, singleSignOn }: SignInCaller,
  staff: StaffUser,
  sessionKey: string,
  change: PasswordChange,
): Promise<void> {
  if (singleSignOn) throw noPasswordsHere()
  refuseWeakPassword(change)
  // Limited like a sign-in, so that nobody can guess the password through a session that is not theirs.
  const retryAfterSeconds = await signInLimit.consume(clientAddress, staff.email)
  if (retryAfterSeconds !== undefined) {
    throw new ProblemError(429, 'rate_limited', tooManyAttempts(retryAfterSeconds), { retryAfterSeconds })
  }
  if (!(await replacePassword(em, staff, sessionKey, change))) {
    log.warn({ event: 'password_change_refused', staffId: staff.id, network: networkOfCaller(clientAddress) })
    throw invalidMember('/currentPassword', 'is not your password')
  }
  await signInLimit.forgive(clientAddress, staff.email)
  log.info({ event: 'password_changed', staffId: staff.id })
}

/** Resolves with false if the current password is wrong. */
const replacePassword = (
  em: EntityManager,
  { id, name }: StaffUser,
  sessionKey: string,
  { currentPassword, newPassword }: PasswordChange,
): Promise<boolean> =>
  em.transactional(async (transaction) => {
    // Locked until the new password is stored, so that somebody who knows the old one cannot undo a reset that runs at
    // the same moment.
    const account = await tables(transaction)
      .selectFrom('staff_user')
      .select('passwordHash')
      .where('id', '=', id)
      .where('disabledAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || !(await verifyPassword(account.passwordHash, currentPassword))) return false
    await storePassword(transaction, id, newPassword, sessionKey)
    await addSettingsEntry(transaction, { id, name }, 'password', { person: { id, name } })
    return true
  })
