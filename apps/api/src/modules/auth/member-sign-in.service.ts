import type { SignedChallenge } from '@app/contract'
import { mailIsOff, ProblemError } from '../../errors/errors.ts'
import { now } from '../../db/sql.ts'
import { tables } from '../../entities/database.ts'
import { memberMessage } from '../customers/member-mails.ts'
import { dropChallengesOf, takeChallenge } from '../sessions/challenges.ts'
import { checkPasskey, findMemberPasskey, type RelyingParty } from '../second-factor/passkeys.service.ts'
import { networkOfCaller, recordMemberSignIn } from '../staff/sign-ins.service.ts'
import { countAttempt } from './sign-in-limit.ts'
import type { SignInCaller } from './sign-in.service.ts'

/** The context of a sign-in to the customer area. */
type MemberCaller = Omit<SignInCaller, 'singleSignOn'>

/** Keeps these attempts separate from those of a staff member with the same email. */
const limitKey = (email: string) => `member ${email}`

/**
 * Puts a mail with a sign-in link into the outbox for any email; the worker looks up the member. So the response and
 * its timing are the same for every email.
 * @throws {ProblemError} 409 without an email server, 429 after too many attempts
 */
export async function requestSignInLink(caller: MemberCaller, email: string, canMail: boolean): Promise<void> {
  if (!canMail) throw mailIsOff()
  await countAttempt(caller, limitKey(email))
  await tables(caller.em)
    .insertInto('message')
    .values(memberMessage('sign_in', email, null))
    .execute()
}

const linkUsed = () =>
  new ProblemError(410, 'sign_in_link_used', 'This link was already used or has expired. Get a new one.')

const passkeyRefused = () =>
  new ProblemError(401, 'passkey_refused', 'This passkey did not sign you in. Try again, or use a link.')

async function recordSignIn(caller: MemberCaller, id: string, method: 'link' | 'passkey'): Promise<string> {
  const { em, log, clientAddress } = caller
  const network = networkOfCaller(clientAddress)
  await em.transactional(async (transaction) => {
    await tables(transaction)
      .updateTable('customer_member')
      .set({ lastSignInAt: now })
      .where('id', '=', id)
      .returning('id')
      // The member may have been removed in the meantime.
      .executeTakeFirstOrThrow(method === 'link' ? linkUsed : passkeyRefused)
    await recordMemberSignIn(transaction, id, { outcome: 'signed_in', method, network })
  })
  log.info({ event: 'member_signed_in', memberId: id, method, network })
  return id
}

/**
 * Consumes a sign-in link and voids the member's other links. Resolves with the member.
 * @throws {ProblemError} 410 for a token that no longer works, 429 after too many attempts
 */
export async function signInWithLink(caller: MemberCaller, token: string): Promise<string> {
  await countAttempt(caller)
  const owner = await takeChallenge(caller.em, ['sign_in_link', 'invitation'], token)
  if (owner?.kind !== 'member') {
    caller.log.warn({ event: 'member_link_refused', network: networkOfCaller(caller.clientAddress) })
    throw linkUsed()
  }
  await dropChallengesOf(caller.em, owner, ['sign_in_link', 'invitation'])
  return recordSignIn(caller, owner.id, 'link')
}

/** @throws {ProblemError} 401 for a passkey that did not sign our challenge, 429 after too many attempts */
export async function signInMemberWithPasskey(
  caller: MemberCaller,
  party: RelyingParty,
  signed: SignedChallenge,
): Promise<string> {
  const { em, clientAddress, signInLimit } = caller
  const passkey = await findMemberPasskey(em, signed.id)
  await countAttempt(caller, passkey && limitKey(passkey.email))
  if (!passkey || !(await checkPasskey(em, party, passkey, signed))) {
    const network = networkOfCaller(clientAddress)
    // A member who was removed in the meantime has no sign-in history.
    const known = await findMemberPasskey(em, signed.id)
    if (known) await recordMemberSignIn(em, known.memberId, { outcome: 'refused', method: 'passkey', network })
    caller.log.warn({ event: 'member_passkey_refused', network })
    throw passkeyRefused()
  }
  await signInLimit.forgive(clientAddress, limitKey(passkey.email))
  return recordSignIn(caller, passkey.memberId, 'passkey')
}
