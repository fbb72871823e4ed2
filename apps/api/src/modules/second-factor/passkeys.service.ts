import { randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import { brand } from '@app/brand'
import type { PasskeyInput, Passkey, PasskeyOptions, SignedChallenge } from '@app/contract'
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { now, withTextTimes } from '../../db/sql.ts'
import { invalidField, ProblemError, notFound, noPasswordsHere } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { type Owner, ownerColumns, memberOwner } from '../../entities/owner.ts'
import { newChallenge, takeChallenge } from '../sessions/challenges.ts'
import { memberActor, recordAccountEvent } from '../customers/account-events.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/network.ts'

/** The relying party of passkeys: a domain, and the origins that may use it. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** A passkey belongs to a domain, never to an IP address. This machine's domain is `localhost`. */
function withDomain(address: URL): URL {
  const url = new URL(address.origin)
  if (isLoopback(url)) url.hostname = 'localhost'
  return url
}

/** The longest domain that contains both hosts. Undefined for IP addresses and for hosts without a common domain. */
function sharedDomain(one: string, other: string): string | undefined {
  if ([one, other].some((host) => isIP(host.replaceAll(/^\[|\]$/g, '')))) return undefined
  if (one === other) return one
  const [labels, others] = [one.split('.').toReversed(), other.split('.').toReversed()]
  const differs = labels.findIndex((label, n) => label !== others[n])
  const shared = differs === -1 ? labels : labels.slice(0, differs)
  return shared.length > 1 ? shared.toReversed().join('.') : undefined
}

/**
 * Members of customer accounts create and use passkeys on the site.
 * @throws {ProblemError} 409 when the site is at an IP address.
 */
export function memberRelyingParty({ siteOrigin }: Config): RelyingParty {
  const site = withDomain(new URL(siteOrigin))
  const id = sharedDomain(site.hostname, site.hostname)
  if (!id) throw new ProblemError(409, 'no_shared_domain', 'Passkeys need a domain, and the site has an IP address.')
  return { id, origins: [site.origin] }
}

/**
 * Staff passkeys are created in the staff app and used on the sign-in page, which the API serves. If these are two
 * hosts, passkeys belong to their common domain. Only settings decide, because a caller can put anything into a `Host`
 * header.
 * @throws {ProblemError} 409 when staff sign in through single sign-on, and when the hosts share no domain.
 */
export function relyingParty({ adminUrl, apiOrigin, singleSignOn }: Config): RelyingParty {
  if (singleSignOn) throw noPasswordsHere()
  const [admin, api] = [withDomain(adminUrl), withDomain(new URL(apiOrigin))]
  const id = sharedDomain(admin.hostname, api.hostname)
  if (!id) throw new ProblemError(409, 'no_shared_domain', 'The staff app and the API share no domain for passkeys.')
  return { id, origins: [admin.origin, api.origin] }
}

const maxPasskeys = 10

/**
 * EdDSA, ES256, and RS256 as COSE ids, best first. Listed explicitly, because the library would try newer ones and
 * warn.
 */
const algorithms = [-8, -7, -257]

export async function passkeysOf(em: EntityManager, { kind, id }: Owner): Promise<Passkey[]> {
  const found = await tables(em)
    .selectFrom('staff_passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where(kind, '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxPasskeys)
    .execute()
  return found.map(withTextTimes)
}

const knownOf = (em: EntityManager, { kind, id }: Owner) =>
  tables(em).selectFrom('staff_passkey').select('credentialId').where(kind, '=', id).limit(maxPasskeys).execute()

/** The browser's options for a discoverable passkey with user verification. */
export async function passkeyOptions(
  em: EntityManager,
  { id }: RelyingParty,
  owner: Owner,
  { email, name }: { email: string; name: string },
): Promise<PasskeyOptions> {
  const token = await newChallenge(em, 'new_passkey', owner)
  const options = await generateRegistrationOptions({
    rpName: brand.productName,
    rpID: id,
    userID: new Uint8Array(Buffer.from(owner.id.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(Buffer.from(token, 'base64url')),
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge: token,
    relyingParty: { id, name: brand.productName },
    user: options.user,
    algorithms,
    excludedCredentials: (await knownOf(em, owner)).map(({ credentialId }) => credentialId),
  }
}

/** The browser's response in the library's format. */
const browserAnswer = <Answer>(id: string, response: Answer) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response,
})

const invalidCredential = () => invalidField('/id', 'is not the requested passkey')

/** @throws {ProblemError} 400 when it does not match the challenge, 409 at the maximum number */
export async function storePasskey(
  transaction: EntityManager,
  { id, origins }: RelyingParty,
  owner: Owner,
  { name, id: credentialId, clientData, attestation, transports = [] }: PasskeyInput,
): Promise<void> {
  const known = await knownOf(transaction, owner)
  if (known.length >= maxPasskeys) {
    const detail = `You’ve reached the maximum of ${maxPasskeys} passkeys. Remove one first.`
    throw new ProblemError(409, 'limit_reached', detail)
  }
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: browserAnswer(credentialId, { clientDataJSON: clientData, attestationObject: attestation }),
    async expectedChallenge(challenge) {
      const taker = await takeChallenge(transaction, ['new_passkey'], challenge)
      return taker?.kind === owner.kind && taker.id === owner.id
    },
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    // The library's message has technical details of the user's browser, and the user can only try again.
    throw invalidCredential()
  })
  if (!verified) throw invalidCredential()
  const { credential } = registrationInfo
  await tables(transaction)
    .insertInto('staff_passkey')
    .values({
      id: randomUUIDv7(),
      ...ownerColumns(owner),
      name: name.trim(),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(invalidCredential)
}

/** Removes one or all passkeys of a person. Resolves with whether there were any. */
export async function dropPasskey(em: EntityManager, owner: Owner, id?: string): Promise<boolean> {
  const { numDeletedRows } = await tables(em)
    .deleteFrom('staff_passkey')
    .where(owner.kind, '=', owner.id)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The enabled staff account of a passkey, with the data to verify its signatures. */
export const findPasskey = (em: EntityManager, credentialId: string) =>
  tables(em)
    .selectFrom('staff_passkey')
    .innerJoin('staff_user', 'staff_user.id', 'staff_passkey.staff')
    .select(['staff_passkey.id', 'staff_passkey.publicKey', 'staff_passkey.counter'])
    .select(['staff_user.id as staffId', 'staff_user.email', 'staff_user.passwordHash'])
    .where('staff_passkey.credentialId', '=', credentialId)
    .where('staff_user.disabledAt', 'is', null)
    .executeTakeFirst()

/** The member of a customer account who owns a passkey, with the data to verify its signatures. */
export const findMemberPasskey = (em: EntityManager, credentialId: string) =>
  tables(em)
    .selectFrom('staff_passkey')
    .innerJoin('customer_member', 'customer_member.id', 'staff_passkey.member')
    .select(['staff_passkey.id', 'staff_passkey.publicKey', 'staff_passkey.counter'])
    .select(['customer_member.id as memberId', 'customer_member.email'])
    .where('staff_passkey.credentialId', '=', credentialId)
    .executeTakeFirst()

type Found = Pick<NonNullable<Awaited<ReturnType<typeof findPasskey>>>, 'id' | 'publicKey' | 'counter'>

/** Checks that a passkey signed our challenge for our origin, with user verification. Consumes the challenge either way. */
export async function checkPasskey(
  em: EntityManager,
  { id, origins }: RelyingParty,
  passkey: Found,
  signed: SignedChallenge,
): Promise<boolean> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: browserAnswer(signed.id, {
      clientDataJSON: signed.clientData,
      authenticatorData: signed.authenticatorData,
      signature: signed.signature,
    }),
    expectedChallenge: async (challenge) => (await takeChallenge(em, ['passkey'], challenge)) === null,
    expectedOrigin: origins,
    expectedRPID: id,
    credential: { id: signed.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return false
  const used = await tables(em)
    .updateTable('staff_passkey')
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: now })
    .where('id', '=', passkey.id)
    .returning('id')
    .executeTakeFirst()
  // The passkey may have been removed in the meantime.
  return used !== undefined
}

interface SignedIn {
  id: string
  name: string
  email: string
  account: { id: string }
}

/**
 * Stores a passkey that the browser created, and ends every other session of the member.
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

/** @throws {ProblemError} 404 when the member has no such passkey */
export const deleteMemberPasskey = (em: EntityManager, member: SignedIn, id: string): Promise<void> =>
  em.transactional(async (transaction) => {
    if (!(await dropPasskey(transaction, memberOwner(member.id), id))) throw notFound('passkey')
    const before = { member: member.email }
    await recordAccountEvent(transaction, memberActor(member), member.account.id, 'passkey_remove', { before })
  })
