import type { StaffUser } from '@app/contract'
import { invalidField, noPasswordsHere, type ProblemError } from '../../errors/errors.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { checkPassword } from './auth.service.ts'
import { countAttempt } from './sign-in-limit.ts'
import type { SignInCaller } from './sign-in.service.ts'

/** For a wrong password in a session. */
export function wrongPassword({ log, clientAddress }: SignInCaller, staff: StaffUser, event: string): ProblemError {
  log.warn({ event, staffId: staff.id, network: networkOfCaller(clientAddress) })
  return invalidField('/currentPassword', 'is not your password')
}

/**
 * Requires the password for a change that needs more than a session. An attempt counts as a sign-in, so the password cannot be
 * guessed through a stolen session.
 * @throws {ProblemError} 400 for a wrong password, 409 where there are no passwords, 429 after too many attempts.
 */
export async function provePassword(
  caller: SignInCaller,
  staff: StaffUser,
  password: string,
  event = 'second_factor_refused',
): Promise<void> {
  if (caller.singleSignOn) throw noPasswordsHere()
  await countAttempt(caller, staff.email)
  if ((await checkPassword(caller.em, staff.email, password)) !== staff.id) {
    throw wrongPassword(caller, staff, event)
  }
  await caller.signInLimit.forgive(caller.clientAddress, staff.email)
}
