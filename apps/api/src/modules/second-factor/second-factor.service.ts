import type { PasskeyInput, RecoveryCodes, SecondFactor, StaffAccount, StaffUser } from '@app/contract'
import { invalidField, notFound, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { Actor } from '../changes/record-type.ts'
import { recordAccountEvent } from '../staff/account-events.ts'
import { staffOwner } from '../../entities/owner.ts'
import { assertSession, endSessions } from '../sessions/end-sessions.ts'
import { changeAccount, endTokens, refuseOwn } from '../staff/staff.service.ts'
import { authenticatorOf, confirmAuthenticator, dropAuthenticator } from './authenticator.service.ts'
import { dropPasskey, passkeysOf, storePasskey, type RelyingParty } from './passkeys.service.ts'
import { dropRecoveryCodes, newRecoveryCodes, recoveryCodesLeft } from './recovery-codes.service.ts'

export async function secondFactorOf(em: EntityManager, staffId: string, isRequired: boolean): Promise<SecondFactor> {
  const addedAt = await authenticatorOf(em, staffId)
  return {
    isRequired,
    authenticatorAddedAt: addedAt?.toISOString() ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(em, staffId),
    passkeys: await passkeysOf(em, staffOwner(staffId)),
  }
}

/** The second factors of an account. Undefined if it has none. */
export async function factorsOf(em: EntityManager, staffId: string) {
  const hasApp = (await authenticatorOf(em, staffId)) !== undefined
  const hasPasskey = (await passkeysOf(em, staffOwner(staffId))).length > 0
  return hasApp || hasPasskey ? { hasApp, hasPasskey } : undefined
}

/**
 * Serializes changes to the factors of an account, because each depends on the result of the previous one.
 * @throws {ProblemError} 401 when the session has ended meanwhile
 */
const changeFactors = <Result>(
  em: EntityManager,
  staffId: string,
  sessionKey: string,
  change: (transaction: EntityManager) => Promise<Result>,
): Promise<Result> =>
  em.transactional(async (transaction) => {
    await tables(transaction).selectFrom('staff_user').select('id').where('id', '=', staffId).forNoKeyUpdate().execute()
    await assertSession(transaction, sessionKey)
    return change(transaction)
  })

/**
 * Ends the other sessions of an account after a second factor was added. The first factor also creates recovery codes.
 */
async function finishAddingFactor(
  transaction: EntityManager,
  { id, name }: StaffUser,
  action: 'authenticator' | 'passkey',
  sessionKey: string,
): Promise<RecoveryCodes> {
  await endSessions(transaction, staffOwner(id), sessionKey)
  await recordAccountEvent(transaction, { id, name }, action, { id, name })
  const hasCodes = (await recoveryCodesLeft(transaction, id)) > 0
  return { codes: hasCodes ? [] : await newRecoveryCodes(transaction, id) }
}

/**
 * Activates the pending app, and ends every other session of the account.
 * @throws {ProblemError} 400 for an invalid code, 409 without a pending app.
 */
export const addAuthenticator = (
  em: EntityManager,
  secrets: readonly string[],
  staff: StaffUser,
  code: string,
  sessionKey: string,
): Promise<RecoveryCodes> =>
  changeFactors(em, staff.id, sessionKey, async (transaction) => {
    const outcome = await confirmAuthenticator(transaction, secrets, staff.id, code)
    if (outcome === 'not_started') throw new ProblemError(409, 'not_started', 'Start setting up an app first.')
    if (outcome === 'invalid') throw invalidField('/code', 'this is not the current code in your app')
    return finishAddingFactor(transaction, staff, 'authenticator', sessionKey)
  })

/**
 * Stores a passkey that the browser created, and ends every other session of the account.
 * @throws {ProblemError} 400 when it does not match the challenge, 409 when the account has the maximum number.
 */
export const createPasskey = (
  em: EntityManager,
  party: RelyingParty,
  staff: StaffUser,
  made: PasskeyInput,
  sessionKey: string,
): Promise<RecoveryCodes> =>
  changeFactors(em, staff.id, sessionKey, async (transaction) => {
    await storePasskey(transaction, party, staffOwner(staff.id), made)
    return finishAddingFactor(transaction, staff, 'passkey', sessionKey)
  })

const noSecondFactor = () => new ProblemError(409, 'no_second_factor', 'This account has no second factor.')

/** Removes the recovery codes along with the last second factor. @throws {ProblemError} 409 when one is required */
async function checkWhatIsLeft(transaction: EntityManager, staffId: string, isRequired: boolean): Promise<void> {
  if (await factorsOf(transaction, staffId)) return
  if (isRequired) {
    throw new ProblemError(409, 'last_second_factor', 'A second factor is required. Add another one first.')
  }
  await dropRecoveryCodes(transaction, staffId)
}

/** @throws {ProblemError} 409 without an app, or when it is the only second factor and one is required. */
export const deleteAuthenticator = (
  em: EntityManager,
  { id, name }: StaffUser,
  sessionKey: string,
  isRequired: boolean,
): Promise<void> =>
  changeFactors(em, id, sessionKey, async (transaction) => {
    if (!(await authenticatorOf(transaction, id))) throw noSecondFactor()
    await dropAuthenticator(transaction, id)
    await checkWhatIsLeft(transaction, id, isRequired)
    await recordAccountEvent(transaction, { id, name }, 'authenticator_remove', { id, name })
  })

/** @throws {ProblemError} 404 without this passkey, 409 when it is the only second factor and one is required. */
export const deletePasskey = (
  em: EntityManager,
  { id, name }: StaffUser,
  sessionKey: string,
  passkeyId: string,
  isRequired: boolean,
): Promise<void> =>
  changeFactors(em, id, sessionKey, async (transaction) => {
    if (!(await dropPasskey(transaction, staffOwner(id), passkeyId))) throw notFound('passkey')
    await checkWhatIsLeft(transaction, id, isRequired)
    await recordAccountEvent(transaction, { id, name }, 'passkey_remove', { id, name })
  })

/** @throws {ProblemError} 409 without a second factor. */
export const createRecoveryCodes = (
  em: EntityManager,
  { id, name }: StaffUser,
  sessionKey: string,
): Promise<RecoveryCodes> =>
  changeFactors(em, id, sessionKey, async (transaction) => {
    if (!(await factorsOf(transaction, id))) throw noSecondFactor()
    await recordAccountEvent(transaction, { id, name }, 'recovery_codes', { id, name })
    return { codes: await newRecoveryCodes(transaction, id) }
  })

/**
 * Removes all second factors of an account whose owner lost them, and ends its sessions.
 * @throws {ProblemError} 404 for an unknown account, 409 for the actor's own.
 */
export const deleteStaffSecondFactor = (em: EntityManager, actor: Actor, id: string): Promise<StaffAccount> =>
  changeAccount(em, actor, id, async (transaction, account) => {
    refuseOwn(actor, id)
    await dropAuthenticator(transaction, id)
    await dropPasskey(transaction, staffOwner(id))
    await dropRecoveryCodes(transaction, id)
    await endSessions(transaction, staffOwner(id))
    await endTokens(transaction, id)
    await recordAccountEvent(transaction, actor, 'second_factor_reset', account)
  })
