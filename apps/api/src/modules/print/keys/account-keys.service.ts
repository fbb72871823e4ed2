import { randomUUIDv7 } from 'node:crypto'
import type { AccountKey, AccountKeyInput, AccountKeyPatch, AccountKeyWithSecret, KeyScope } from '@app/contract'
import { hoursFromNow, now } from '../../../db/sql.ts'
import { invalidField, notFound, ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import type { Actor } from '../../changes/record-type.ts'
import { recordAccountEvent } from '../../customers/account-events.ts'
import { keyHash } from '../../keys/key-format.ts'
import { lockWorkspace } from '../print-limits.ts'
import { getAccountKey } from './account-keys.queries.ts'
import { accountKeys } from './keys.service.ts'

/** Maximum active keys per workspace. */
const maxKeys = 50

interface NewKey {
  workspace: { id: string; mode: 'test' | 'live' }
  name: string
  scopes: readonly KeyScope[]
}

/** @throws {ProblemError} 409 when the workspace has the maximum number of keys */
async function assertRoom(transaction: EntityManager, workspace: string): Promise<void> {
  await lockWorkspace(transaction, workspace)
  const active = await tables(transaction)
    .selectFrom('print_key')
    .select('id')
    .where('workspace', '=', workspace)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .limit(maxKeys)
    .execute()
  if (active.length < maxKeys) return
  const detail = `You’ve reached the maximum of ${maxKeys} active keys. Revoke one first.`
  throw new ProblemError(409, 'limit_reached', detail)
}

async function insertKey(
  transaction: EntityManager,
  { workspace, name, scopes }: NewKey,
): Promise<AccountKeyWithSecret> {
  await assertRoom(transaction, workspace.id)
  const { key: secret, prefix } = accountKeys[workspace.mode].newKey()
  const id = randomUUIDv7()
  await tables(transaction)
    .insertInto('print_key')
    .values({ id, workspace: workspace.id, name, prefix, hash: keyHash(secret), scopes: scopes.toSorted() })
    .execute()
  return { key: await getAccountKey(transaction, id), secret }
}

/** Creates a key. Only the response contains it. @throws {ProblemError} 409 at the maximum number of keys */
export const createKey = (
  em: EntityManager,
  actor: Actor,
  account: string,
  { name, scopes }: Omit<AccountKeyInput, 'mode'>,
  workspace: NewKey['workspace'],
) =>
  em.transactional(async (transaction): Promise<AccountKeyWithSecret> => {
    const created = await insertKey(transaction, { workspace, name, scopes })
    const after = { key: name, prefix: created.key.prefix, scopes: created.key.scopes }
    await recordAccountEvent(transaction, actor, account, 'key_create', { after })
    return created
  })

/** Locks a key of an account until the transaction ends. @throws {ProblemError} 404 when the account has no such key */
async function lockKey(transaction: EntityManager, account: string, id: string) {
  const found = await tables(transaction)
    .selectFrom('print_key')
    .innerJoin('workspace', 'workspace.id', 'print_key.workspace')
    .select(['print_key.name', 'print_key.prefix', 'print_key.scopes', 'print_key.revokedAt', 'print_key.expiresAt'])
    .select(['workspace.id as workspaceId', 'workspace.mode'])
    .select((eb) => eb('print_key.expiresAt', '<=', now).as('isExpired'))
    .where('print_key.id', '=', id)
    .where('workspace.account', '=', account)
    .forUpdate('print_key')
    .executeTakeFirst()
  if (!found || found.mode === 'sandbox') throw notFound('key')
  return { ...found, mode: found.mode, name: found.name ?? '' }
}

const ended = (detail: string) => new ProblemError(409, 'key_ended', detail)

/**
 * Renames a key, or removes scopes from it.
 * @throws {ProblemError} 404, 400 for a scope that it does not have, 409 when it has ended
 */
export const updateKey = (em: EntityManager, actor: Actor, account: string, id: string, patch: AccountKeyPatch) =>
  em.transactional(async (transaction): Promise<AccountKey> => {
    const key = await lockKey(transaction, account, id)
    if (key.revokedAt || key.isExpired) throw ended('This key was revoked or has expired, so it cannot be changed.')
    const { name = key.name, scopes } = patch
    const added = scopes?.findIndex((scope) => !key.scopes.includes(scope)) ?? -1
    if (added >= 0) throw invalidField(`/scopes/${added}`, 'scopes can only be removed; create another key to add more')
    const kept = scopes?.toSorted() ?? key.scopes
    await tables(transaction).updateTable('print_key').set({ name, scopes: kept }).where('id', '=', id).execute()
    const isRenamed = name !== key.name
    if (isRenamed || kept.length < key.scopes.length) {
      await recordAccountEvent(transaction, actor, account, 'key_update', {
        before: { ...(isRenamed && { key: key.name }), scopes: key.scopes },
        after: { key: name, scopes: kept },
      })
    }
    return getAccountKey(transaction, id)
  })

/**
 * Replaces a key with a new one that has the same name and scopes. The old one keeps working for `overlapHours`. Of two
 * concurrent rotations of a key, only one succeeds.
 * @throws {ProblemError} 404, 409 for a key that was already rotated or has ended, and at the maximum number of keys
 */
export const rotateKey = (em: EntityManager, actor: Actor, account: string, id: string, overlapHours: number) =>
  em.transactional(async (transaction): Promise<AccountKeyWithSecret> => {
    const { name, prefix, mode, workspaceId, ...key } = await lockKey(transaction, account, id)
    if (key.revokedAt) throw ended('This key was revoked.')
    if (key.expiresAt) throw ended('This key was already rotated.')
    await tables(transaction)
      .updateTable('print_key')
      .set({ expiresAt: hoursFromNow(overlapHours) })
      .where('id', '=', id)
      .execute()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keys are stored with scopes of the contract only.
    const scopes = key.scopes as KeyScope[]
    const created = await insertKey(transaction, { workspace: { id: workspaceId, mode }, name, scopes })
    await recordAccountEvent(transaction, actor, account, 'key_rotate', {
      before: { prefix },
      after: { key: name, prefix: created.key.prefix, overlapHours },
    })
    return created
  })

/** Revokes a key permanently. Revoking it again changes nothing. @throws {ProblemError} 404 */
export const revokeKey = (em: EntityManager, actor: Actor, account: string, id: string) =>
  em.transactional(async (transaction): Promise<AccountKey> => {
    const { name, prefix, revokedAt } = await lockKey(transaction, account, id)
    if (revokedAt) return getAccountKey(transaction, id)
    await tables(transaction)
      .updateTable('print_key')
      .set({ revokedAt: now, revokedBy: actor.name })
      .where('id', '=', id)
      .execute()
    await recordAccountEvent(transaction, actor, account, 'key_revoke', { before: { key: name, prefix } })
    return getAccountKey(transaction, id)
  })

/** The account that owns a key. @throws {ProblemError} 404 when there is none */
export async function accountOfKey(em: EntityManager, id: string): Promise<string> {
  const found = await tables(em)
    .selectFrom('print_key')
    .innerJoin('workspace', 'workspace.id', 'print_key.workspace')
    .select('workspace.account')
    .where('print_key.id', '=', id)
    .executeTakeFirst()
  if (!found?.account) throw notFound('key')
  return found.account
}
