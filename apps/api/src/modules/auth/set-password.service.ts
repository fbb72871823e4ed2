import type { Input } from '@app/contract'
import { holderOf, type LinkHolder, usePasswordLink } from '../staff/one-time-links.service.ts'
import { chosenPasswordProblem, randomPassword, PasswordsBusy } from '../staff/password.ts'
import type { SignInCaller } from './sign-in.service.ts'

/** The result of following a one-time link. `message` is shown to the user. */
export type LinkResult =
  | { outcome: 'limited'; holder: LinkHolder | undefined; retryAfterSeconds: number }
  | { outcome: 'busy'; holder: LinkHolder; message: string }
  | { outcome: 'dead' }
  | { outcome: 'refused'; holder: LinkHolder; message: string }
  | { outcome: 'accepted' }
  | { outcome: 'set' }

/** Consumes a one-time link, for a new password or for an account with single sign-on. */
export async function followLink(
  { em, log, clientAddress, signInLimit, singleSignOn }: SignInCaller,
  { token, password = '', repeated = '' }: Input<'setPassword'>['body'],
): Promise<LinkResult> {
  const holder = await holderOf(em, token)
  const retryAfterSeconds = await signInLimit.consume(clientAddress, token)
  if (retryAfterSeconds !== undefined) return { outcome: 'limited', holder, retryAfterSeconds }
  if (!holder) return { outcome: 'dead' }
  if (singleSignOn) {
    // A random password that is never shown: the account uses single sign-on.
    return { outcome: (await usePasswordLink(em, token, randomPassword())) ? 'accepted' : 'dead' }
  }
  const message = chosenPasswordProblem(password) ?? (password === repeated ? undefined : 'The passwords don’t match.')
  if (message) return { outcome: 'refused', holder, message }
  try {
    if (!(await usePasswordLink(em, token, password))) return { outcome: 'dead' }
  } catch (error) {
    if (error instanceof PasswordsBusy) return { outcome: 'busy', holder, message: error.message }
    throw error
  }
  log.info({ event: 'password_set' })
  return { outcome: 'set' }
}
