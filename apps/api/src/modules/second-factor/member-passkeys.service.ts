import type { Passkey, PasskeyInput } from '@app/contract'
import { notFound } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import { memberOwner } from '../../entities/owner.ts'
import { memberActor, recordAccountEvent } from '../customers/account-events.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { dropPasskey, passkeysOf, storePasskey } from './passkeys.service.ts'
import type { RelyingParty } from './relying-party.ts'

interface SignedIn {
  id: string
  name: string
  email: string
  account: { id: string }
}

/**
 * Stores a passkey that the browser made, and ends every other session of the member.
 * @throws {ProblemError} 400 when it does not match the challenge, 409 when the member has the maximum number
 */
export const createMemberPasskey = (
  em: EntityManager,
  party: RelyingParty,
  member: SignedIn,
  made: PasskeyInput,
  sessionKey: string,
) =>
  em.transactional(async (transaction): Promise<Passkey[]> => {
    const owner = memberOwner(member.id)
    await storePasskey(transaction, party, owner, made)
    await endSessions(transaction, owner, sessionKey)
    const after = { member: member.email }
    await recordAccountEvent(transaction, memberActor(member), member.account.id, 'passkey', { after })
    return passkeysOf(transaction, owner)
  })

/** @throws {ProblemError} 404 without this passkey */
export const deleteMemberPasskey = (em: EntityManager, member: SignedIn, id: string): Promise<void> =>
  em.transactional(async (transaction) => {
    if (!(await dropPasskey(transaction, memberOwner(member.id), id))) throw notFound('passkey')
    const before = { member: member.email }
    await recordAccountEvent(transaction, memberActor(member), member.account.id, 'passkey_remove', { before })
  })
