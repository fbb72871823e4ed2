import type { StaffUser } from '@app/contract'
import { invalidField, noPasswordsHere, type ProblemError } from '../../errors/errors.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { checkPassword } from './auth.service.ts'
import { countAttempt } from './sign-in-limit.ts'
import type { SignInCaller } from './sign-in.service.ts'

/** For a wrong password of somebody who is signed in. */
export function wrongPassword({ log, clientAddress }: SignInCaller, staff: StaffUser, event: string): ProblemError {
  log.warn({ event, staffId: staff.id, network: networkOfCaller(clientAddress) })
  return invalidField('/currentPassword', 'is not your password')
}

/**
 * Asks for the password before a change that a session alone is not enough for. An attempt counts like a sign-in, so that nobody
 * can guess the password through a session that is not theirs.
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
