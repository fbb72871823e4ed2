import type { Input, PasskeyChallenge } from '@app/contract'
import { provenStaff } from '../../entities/owner.ts'
import { newChallenge } from '../sessions/challenges.ts'
import { checkPasskey, findPasskey, type RelyingParty } from '../second-factor/passkeys.service.ts'
import { countAttempt } from './sign-in-limit.ts'
import { recordAttempt, refuseTooMany, type SignInCaller, type SignInResult } from './sign-in.service.ts'

/** Begins a passkey sign-in for staff or members. @throws {ProblemError} 429 after too many attempts */
export async function createPasskeyChallenge(
  caller: Pick<SignInCaller, 'em' | 'clientAddress' | 'signInLimit'>,
  { id }: RelyingParty,
): Promise<PasskeyChallenge> {
  await countAttempt(caller)
  return { challenge: await newChallenge(caller.em, 'passkey', null), relyingPartyId: id }
}

/** A passkey combines two factors: possession of the device, and its unlock method. */
export async function signInWithPasskey(
  caller: SignInCaller,
  party: RelyingParty,
  { id, signature, client_data: clientData, authenticator_data: authenticatorData }: Input<'signInWithPasskey'>['body'],
): Promise<SignInResult> {
  const { em, clientAddress, signInLimit } = caller
  const passkey = await findPasskey(em, id)
  const who = { ...(passkey && { staffId: passkey.staffId }), factor: 'passkey' } as const
  const limited = await refuseTooMany(caller, passkey?.email, who)
  if (limited) return limited
  const signed = { id, signature, clientData, authenticatorData }
  if (!passkey || !(await checkPasskey(em, party, passkey, signed))) {
    await recordAttempt(caller, 'refused', who)
    return { outcome: 'refused', refusal: 'This passkey did not sign you in. Try again, or use your password.' }
  }
  await signInLimit.forgive(clientAddress, passkey.email)
  await recordAttempt(caller, 'signed_in', who)
  return { outcome: 'signed_in', owner: provenStaff({ id: passkey.staffId, passwordHash: passkey.passwordHash }) }
}
