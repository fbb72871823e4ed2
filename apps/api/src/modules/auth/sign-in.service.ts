import { createHash } from 'node:crypto'
import type { Input } from '@app/contract'
import { forbidden } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import { type Owner, provenStaff, staffOwner } from '../../entities/owner.ts'
import { newChallenge } from '../sessions/challenges.ts'
import { lockOwner } from '../sessions/lock-owner.ts'
import { factorsOf } from '../second-factor/second-factor.service.ts'
import { accountEmail } from '../staff/account-email.ts'
import { acceptInvitation } from '../staff/one-time-links.service.ts'
import { networkOfCaller, recordSignIn, type SignInAttempt } from '../staff/sign-ins.service.ts'
import { PasswordsBusy, refuseWhenBusy } from '../staff/password.ts'
import { checkPassword, findEnabledStaff } from './auth.service.ts'
import type { SignInLimit } from './sign-in-limit.ts'
import { ProviderRefused, ProviderUnavailable, type SingleSignOn } from './single-sign-on.ts'

/** The context of a sign-in. */
export interface SignInCaller {
  em: EntityManager
  log: { info(line: object): void; warn(line: object): void; error(line: object): void }
  clientAddress: string
  signInLimit: SignInLimit
  singleSignOn: SingleSignOn | undefined
}

/** The result of an attempt. `refusal` is shown to the user. */
export type SignInResult =
  | { outcome: 'signed_in'; owner: Owner }
  /** The password was correct. `challenge` identifies the sign-in for the next step. */
  | { outcome: 'second_step'; challenge: string; hasApp: boolean; hasPasskey: boolean }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'refused'; refusal: string }
  | { outcome: 'busy'; message: string }
  | { outcome: 'unavailable' }

/** Correlates one account's sign-ins in the log without naming the person. */
const accountMark = (email: string) => createHash('sha256').update(accountEmail(email)).digest('hex').slice(0, 12)

const eventOf = { signed_in: 'signed_in', refused: 'sign_in_refused', limited: 'sign_in_limited' } as const

/** Records the result of an attempt in the history that staff see, and in one log line. Neither names the person. */
export async function recordAttempt(
  { em, log, clientAddress, singleSignOn }: SignInCaller,
  outcome: SignInAttempt['outcome'],
  { reason, ...who }: Pick<SignInAttempt, 'staffId' | 'email' | 'factor'> & { reason?: string },
): Promise<void> {
  const network = networkOfCaller(clientAddress)
  await recordSignIn(em, { outcome, method: singleSignOn ? 'sso' : 'password', network, ...who })
  const line = {
    event: eventOf[outcome],
    ...(who.staffId && { staffId: who.staffId }),
    ...(who.email && { account: accountMark(who.email) }),
    ...(who.factor && { factor: who.factor }),
    ...(reason && { reason }),
    network,
  }
  if (outcome === 'signed_in') log.info(line)
  else log.warn(line)
}

/** Counts an attempt. Returns the result if it was one too many. */
export async function refuseTooMany(
  caller: SignInCaller,
  email: string | undefined,
  who: Parameters<typeof recordAttempt>[2],
): Promise<SignInResult | undefined> {
  const retryAfterSeconds = await caller.signInLimit.consume(caller.clientAddress, email)
  if (retryAfterSeconds === undefined) return undefined
  await recordAttempt(caller, 'limited', who)
  return { outcome: 'limited', retryAfterSeconds }
}

export const noPasswordSignIn = () => forbidden('Staff sign in with single sign-on here. Passwords are not accepted.')

/** @throws {ProblemError} 403 when staff sign in through single sign-on. */
export async function signInWithPassword(caller: SignInCaller, given: Input<'signIn'>['body']): Promise<SignInResult> {
  if (caller.singleSignOn) throw noPasswordSignIn()
  try {
    refuseWhenBusy()
    return await tryPassword(caller, given)
  } catch (error) {
    if (error instanceof PasswordsBusy) return { outcome: 'busy', message: error.message }
    throw error
  }
}

async function tryPassword(caller: SignInCaller, { email, password }: Input<'signIn'>['body']): Promise<SignInResult> {
  const { em, clientAddress, signInLimit } = caller
  const limited = await refuseTooMany(caller, email, { email })
  if (limited) return limited
  const refuse = async (): Promise<SignInResult> => {
    await recordAttempt(caller, 'refused', { email })
    return { outcome: 'refused', refusal: 'Wrong email or password.' }
  }
  const account = await checkPassword(em, email, password)
  if (!account) return refuse()
  const owner = provenStaff(account)
  // Attempts are reset only after the whole sign-in: a correct password must not buy more guesses at the code.
  const factors = await factorsOf(em, owner.id)
  if (factors) {
    const challenge = await beginSecondStep(em, owner)
    return challenge === undefined ? refuse() : { outcome: 'second_step', challenge, ...factors }
  }
  await signInLimit.forgive(clientAddress, email)
  await recordAttempt(caller, 'signed_in', { staffId: owner.id })
  return { outcome: 'signed_in', owner }
}

/** Undefined when the password has changed since it was checked. */
const beginSecondStep = (em: EntityManager, owner: Owner) =>
  em.transactional(async (transaction) =>
    (await lockOwner(transaction, owner)) ? newChallenge(transaction, 'second_step', owner) : undefined,
  )

interface ProviderAnswer {
  /** Query string of the URL that the provider redirected the browser to. */
  query: string
  /** The parameter of that query that identifies the sign-in. */
  state: string | undefined
  /** The state from the browser's cookie. */
  pending: Parameters<SingleSignOn['finish']>[1] | undefined
}

/** Finishes a sign-in that `SingleSignOn.begin` started. */
export async function signInThroughProvider(
  caller: SignInCaller,
  provider: SingleSignOn,
  { query, state, pending }: ProviderAnswer,
): Promise<SignInResult> {
  const refuse = async (reason: string, refusal: string, email?: string): Promise<SignInResult> => {
    await recordAttempt(caller, 'refused', { reason, ...(email && { email }) })
    return { outcome: 'refused', refusal }
  }
  const limited = await refuseTooMany(caller, undefined, {})
  if (limited) return limited
  // The response is for another browser or was already used, so no request goes to the provider.
  if (!pending || state !== pending.state) {
    return refuse('not_pending', 'This sign-in has expired or was started in another window.')
  }
  try {
    const email = await provider.finish(query, pending)
    const staff = await findEnabledStaff(caller.em, email)
    const staffId = staff?.id ?? (await acceptInvitation(caller.em, email))
    if (!staffId) {
      return await refuse('no_account', 'No enabled staff account has your email address. An owner can add one.', email)
    }
    await recordAttempt(caller, 'signed_in', { staffId })
    return { outcome: 'signed_in', owner: staffOwner(staffId) }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return providerIsDown(caller, error)
    if (error instanceof ProviderRefused) return refuse(error.message, 'Your sign-in was not confirmed.')
    throw error
  }
}

/** The provider's sign-in URL, and the state to keep in the browser. Undefined when the provider is down. */
export async function beginAtProvider(caller: SignInCaller, provider: SingleSignOn, returnTo: string) {
  try {
    return await provider.begin(returnTo)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    providerIsDown(caller, error)
    return undefined
  }
}

function providerIsDown({ log }: SignInCaller, error: ProviderUnavailable): SignInResult {
  log.error({ event: 'sign_in_provider_unavailable', reason: error.message, cause: causeOf(error) })
  return { outcome: 'unavailable' }
}

/** The code of the underlying error; its message could repeat the provider's response. */
const causeOf = ({ cause }: Error) => (cause instanceof Error ? ('code' in cause ? cause.code : cause.name) : undefined)
