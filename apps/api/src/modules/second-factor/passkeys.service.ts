import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@app/brand'
import type { Input, PasskeyInput, Passkey, PasskeyOptions, StaffUser } from '@app/contract'
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { now } from '../../db/database-clock.ts'
import { invalidField, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

const passkeysOfAnAccount = 10

/** EdDSA, ES256 and RS256, the best one first (COSE). Named, because the library would try out newer ones and warn. */
const algorithms = [-8, -7, -257]

export async function passkeysOf(em: EntityManager, staffId: string): Promise<Passkey[]> {
  const found = await tables(em)
    .selectFrom('staff_passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('staff', '=', staffId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(passkeysOfAnAccount)
    .execute()
  return found.map(({ createdAt, lastUsedAt, ...passkey }) => ({
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

const knownOf = (em: EntityManager, staffId: string) =>
  tables(em).selectFrom('staff_passkey').select('credentialId').where('staff', '=', staffId).limit(10).execute()

/** What a browser needs to make a passkey that is kept where it signs in without a name, and unlocked by its owner. */
export async function passkeyOptions(
  em: EntityManager,
  { id }: RelyingParty,
  staff: StaffUser,
): Promise<PasskeyOptions> {
  const token = await newChallenge(em, 'new_passkey', staff.id)
  const options = await generateRegistrationOptions({
    rpName: brand.productName,
    rpID: id,
    userID: new Uint8Array(Buffer.from(staff.id.replaceAll('-', ''), 'hex')),
    userName: staff.email,
    userDisplayName: staff.name,
    challenge: new Uint8Array(Buffer.from(token, 'base64url')),
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge: token,
    relyingParty: { id, name: brand.productName },
    user: options.user,
    algorithms,
    excludedCredentials: (await knownOf(em, staff.id)).map(({ credentialId }) => credentialId),
  }
}

const unfit = () => invalidField('/id', 'is not the requested passkey')

/** @throws {ProblemError} 400 when it does not fit what was asked for, 409 when there are as many as there can be. */
export async function storePasskey(
  transaction: EntityManager,
  { id, origins }: RelyingParty,
  staffId: string,
  { name, id: credentialId, clientData, attestation, transports = [] }: PasskeyInput,
): Promise<void> {
  const known = await knownOf(transaction, staffId)
  if (known.length >= passkeysOfAnAccount) {
    throw new ProblemError(409, 'limit_reached', 'Your account has the maximum number of passkeys.')
  }
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
    expectedChallenge: async (challenge) => (await takeChallenge(transaction, 'new_passkey', challenge)) === staffId,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    // The library says what is wrong in words; the browser of a person made it, so the person tries again.
    throw unfit()
  })
  if (!verified) throw unfit()
  const { credential } = registrationInfo
  const stored = await tables(transaction)
    .insertInto('staff_passkey')
    .values({
      id: randomUUIDv7(),
      staff: staffId,
      name: name.trim(),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw unfit()
}

/** Removes a passkey of an account, or all of them. Resolves with whether there was one. */
export async function dropPasskey(em: EntityManager, staffId: string, id?: string): Promise<boolean> {
  const { numDeletedRows } = await tables(em)
    .deleteFrom('staff_passkey')
    .where('staff', '=', staffId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The enabled account of a passkey, with what its signatures are checked by. */
export const findPasskey = (em: EntityManager, credentialId: string) =>
  tables(em)
    .selectFrom('staff_passkey')
    .innerJoin('staff_user', 'staff_user.id', 'staff_passkey.staff')
    .select(['staff_passkey.id', 'staff_passkey.publicKey', 'staff_passkey.counter'])
    .select(['staff_user.id as staffId', 'staff_user.email'])
    .where('staff_passkey.credentialId', '=', credentialId)
    .where('staff_user.disabledAt', 'is', null)
    .executeTakeFirst()

type Signed = Input<'signInWithPasskey'>['body']
type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Whether a passkey signed a challenge of ours, for us, unlocked by its owner. The challenge is used up either way. */
export async function checkPasskey(
  em: EntityManager,
  { id, origins }: RelyingParty,
  passkey: Found,
  signed: Signed,
): Promise<boolean> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: signed.id,
      rawId: signed.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: signed.client_data,
        authenticatorData: signed.authenticator_data,
        signature: signed.signature,
      },
    },
    expectedChallenge: async (challenge) => (await takeChallenge(em, 'passkey', challenge)) === null,
    expectedOrigin: origins,
    expectedRPID: id,
    credential: { id: signed.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return false
  await tables(em)
    .updateTable('staff_passkey')
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: now })
    .where('id', '=', passkey.id)
    .execute()
  return true
}
