import { randomUUIDv7 } from 'node:crypto'
import type { StaffTokenWithSecret, Input, StaffToken, StaffUser } from '@app/contract'
import { daysFromNow, now, withTextTimes } from '../../db/sql.ts'
import { notFound, ProblemError, refusedBearer } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { keyFormat, keyHash } from '../keys/key-format.ts'
import type { Actor } from '../changes/record-type.ts'
import { recordAccountEvent } from '../staff/account-events.ts'
import { assertSession } from '../sessions/end-sessions.ts'
import { changeAccount } from '../staff/staff.service.ts'
import { findByTokenHash, listTokens, maxTokens } from '../staff/tokens.queries.ts'

export const staffTokens = keyFormat('staff_')

const defaultDays = 90

/**
 * Reads the holder of a token from the database, so revoking it, disabling the account, or changing the role takes
 * effect with the next request. Records its use once a minute.
 * @throws {ProblemError} 401 when it is unknown or expired.
 */
export async function findToken(em: EntityManager, secret: string) {
  const token = staffTokens.canBeKey(secret) ? await findByTokenHash(em, keyHash(secret)) : undefined
  if (!token) {
    throw refusedBearer('invalid_token', 'This token does not exist or was revoked. Check that you copied all of it.')
  }
  const { tokenId, prefix, scopes, hasSecondFactor, isExpired, isStale, ...staff } = token
  if (isExpired) {
    throw refusedBearer('token_expired', 'This token has expired. Its owner can create a new one.')
  }
  if (isStale) {
    await tables(em)
      .updateTable('staff_token')
      .set({ lastUsedAt: now })
      .where('id', '=', tokenId)
      .execute()
      // A caller with a valid token is served even while the database is read-only.
      .catch(() => {})
  }
  return { staff, prefix, scopes, hasSecondFactor }
}

type Wanted = Omit<Input<'createOwnToken'>['body'], 'currentPassword'>

/**
 * Creates a token for the caller's own account. Only the response contains it.
 * @throws {ProblemError} 401 when the session has ended meanwhile, 409 when the account has the maximum number.
 */
export const createToken = (em: EntityManager, self: StaffUser, sessionKey: string, wanted: Wanted) =>
  em.transactional(async (transaction): Promise<StaffTokenWithSecret> => {
    // Locked, so that concurrent requests respect the maximum, and no token outlives a disabled account.
    await tables(transaction)
      .selectFrom('staff_user')
      .select('id')
      .where('id', '=', self.id)
      .where('disabledAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('account'))
    await assertSession(transaction, sessionKey)
    if ((await listTokens(transaction, self.id)).length >= maxTokens) {
      const detail = `You’ve reached the maximum of ${maxTokens} tokens. Revoke one you no longer need.`
      throw new ProblemError(409, 'limit_reached', detail)
    }
    const { key, prefix } = staffTokens.newKey()
    const token = { id: randomUUIDv7(), name: wanted.name, prefix, scopes: wanted.scopes.toSorted() }
    const expiresAt = daysFromNow(wanted.expiresInDays ?? defaultDays)
    const stored = await tables(transaction)
      .insertInto('staff_token')
      .values({ ...token, staff: self.id, hash: keyHash(key), expiresAt })
      .returning(['createdAt', 'expiresAt', 'lastUsedAt'])
      .executeTakeFirstOrThrow()
    await recordAccountEvent(transaction, self, 'token_create', self, { after: { token: token.name } })
    return { ...token, ...withTextTimes(stored), token: key }
  })

/** @throws {ProblemError} 404 when the account has no such token */
async function dropToken(
  transaction: EntityManager,
  actor: Actor,
  person: { id: string; name: string },
  id: string,
): Promise<StaffToken[]> {
  const dropped = await tables(transaction)
    .deleteFrom('staff_token')
    .where('id', '=', id)
    .where('staff', '=', person.id)
    .returning('name')
    .executeTakeFirstOrThrow(() => notFound('token'))
  await recordAccountEvent(transaction, actor, 'token_revoke', person, { before: { token: dropped.name } })
  return listTokens(transaction, person.id)
}

/** Revokes one's own token. Resolves with the remaining ones. @throws {ProblemError} 404 without this token. */
export const deleteOwnToken = (em: EntityManager, self: StaffUser, id: string): Promise<StaffToken[]> =>
  em.transactional((transaction) => dropToken(transaction, self, self, id))

/** @throws {ProblemError} 404 when there is no account. */
export async function listTokensOf(em: EntityManager, staffId: string): Promise<StaffToken[]> {
  const account = tables(em).selectFrom('staff_user').select('id').where('id', '=', staffId)
  await account.executeTakeFirstOrThrow(() => notFound('account'))
  return listTokens(em, staffId)
}

/** Revokes a token of any account. Resolves with the remaining ones. @throws {ProblemError} 404 without this token. */
export async function revokeTokenOf(em: EntityManager, actor: Actor, id: string): Promise<StaffToken[]> {
  const token = await tables(em)
    .selectFrom('staff_token')
    .select('staff')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('token'))
  await changeAccount(em, actor, token.staff, async (transaction, account) => {
    await dropToken(transaction, actor, account, id)
  })
  return listTokens(em, token.staff)
}
