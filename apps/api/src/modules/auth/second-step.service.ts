import type { Input } from '@app/contract'
import type { EntityManager } from '../../entities/database.ts'
import { provenStaff } from '../../entities/owner.ts'
import { checkCode } from '../second-factor/authenticator.service.ts'
import { dropChallenge, findChallenge, lockChallenge } from '../sessions/challenges.ts'
import { useRecoveryCode } from '../second-factor/recovery-codes.service.ts'
import { factorsOf } from '../second-factor/second-factor.service.ts'
import {
  noPasswordSignIn,
  recordAttempt,
  refuseTooMany,
  type SignInCaller,
  type SignInResult,
} from './sign-in.service.ts'

type Given = Input<'verifySecondFactor'>['body']

interface SecondStepResult {
  /** The result of the attempt. `expired` means that the first step must be repeated. */
  result: SignInResult | { outcome: 'expired' }
  /** The options for the next attempt. */
  factors: { hasApp: boolean; hasPasskey: boolean }
}

/**
 * Finishes a sign-in whose password was correct, with an authenticator code or a recovery code.
 * @throws {ProblemError} 403 when staff sign in through single sign-on.
 */
export async function verifySecondFactor(
  caller: SignInCaller,
  secrets: readonly string[],
  given: Given,
): Promise<SecondStepResult> {
  if (caller.singleSignOn) throw noPasswordSignIn()
  const waiting = await findChallenge(caller.em, 'second_step', given.challenge)
  const factors = waiting && (await factorsOf(caller.em, waiting.id))
  return {
    result: await tryCode(caller, secrets, given, waiting),
    factors: factors ?? { hasApp: true, hasPasskey: false },
  }
}

async function tryCode(
  caller: SignInCaller,
  secrets: readonly string[],
  { challenge, code = '', recovery_code: recoveryCode = '' }: Given,
  waiting: Awaited<ReturnType<typeof findChallenge>>,
): Promise<SecondStepResult['result']> {
  const { em, log, clientAddress, signInLimit } = caller
  const factor = recoveryCode ? 'recovery_code' : 'authenticator'
  const who = { ...(waiting && { staffId: waiting.id }), factor } as const
  const limited = await refuseTooMany(caller, waiting?.email, who)
  if (limited) return limited
  if (!waiting) return { outcome: 'expired' }

  const outcome = await em.transactional(async (transaction) => {
    const locked = await lockChallenge(transaction, 'second_step', challenge)
    if (!locked) return 'expired'
    const result = recoveryCode
      ? await checkRecoveryCode(transaction, locked.id, recoveryCode)
      : await checkCode(transaction, secrets, locked.id, code)
    if (result === 'valid') await dropChallenge(transaction, challenge)
    return result
  })
  if (outcome === 'expired') return { outcome }
  if (outcome === 'valid') {
    await signInLimit.forgive(clientAddress, waiting.email)
    await recordAttempt(caller, 'signed_in', who)
    return { outcome: 'signed_in', owner: provenStaff(waiting) }
  }
  if (typeof outcome === 'object') {
    await recordAttempt(caller, 'limited', who)
    return { outcome: 'limited', ...outcome }
  }
  // SESSION_SECRET was replaced without following the rotation steps.
  if (outcome === 'unreadable') log.error({ event: 'authenticator_unreadable', staffId: waiting.id })
  await recordAttempt(caller, 'refused', who)
  return { outcome: 'refused', refusal: refusals[outcome === 'unreadable' ? outcome : factor] }
}

const checkRecoveryCode = async (transaction: EntityManager, staffId: string, typed: string) =>
  (await useRecoveryCode(transaction, staffId, typed)) ? 'valid' : 'invalid'

const refusals = {
  authenticator: 'This code is wrong or was already used. Wait for the next one.',
  recovery_code: 'This recovery code is wrong or was already used.',
  unreadable:
    'Codes from your app can no longer be checked. Use a recovery code, or ask an owner to reset your second factor.',
}
