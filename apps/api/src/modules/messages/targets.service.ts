import { isIP } from 'node:net'
import type {
  MessageTarget,
  MessageTargetInput,
  MessageTargetSecret,
  MessageTargetWithSecret,
  StaffUser,
} from '@app/contract'
import { sql } from 'kysely'
import { hoursFromNow, now } from '../../db/sql.ts'
import { invalidField, notFound } from '../../errors/errors.ts'
import { closeBreakers } from '../../jobs/circuit-breaker.ts'
import { isInRanges, isPublicAddress } from '../../config/network.ts'
import { appendEvent } from '../changes/append-changes.ts'
import { withLastChange } from '../changes/changes.queries.ts'
import { createOne, deleteOne, editOne, type OneEdit } from '../changes/apply-edits.ts'
import { type Field, edited, fixed, recordType, unrecorded } from '../changes/record-type.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { MessageTargetEntity } from '../../entities/messages.entity.ts'
import { targetRows } from './target-rows.ts'
import { newWebhookSecret } from './webhook-signature.ts'

const maxTargets = 50

/** The history does not contain the secret, so a deleted target cannot be restored. */
const targetRecord = recordType({
  name: 'message_target',
  label: 'target',
  entity: MessageTargetEntity,
  fields: {
    name: edited,
    kind: fixed,
    url: edited,
    isActive: edited,
    secret: unrecorded,
    workspace: fixed,
  } satisfies Record<keyof MessageTargetInput | 'secret' | 'workspace', Field>,
  live: 'messages',
  roles: ['owner'],
  nameOf: ({ name }) => name,
  // Hides customers' webhooks, which they manage themselves.
  isHidden: ({ workspace }) => workspace !== null,
  mayDelete: (_staff, { workspace }) => workspace === null,
  limit: {
    max: maxTargets,
    per: 'workspace',
    detail: `You’ve reached the maximum of ${maxTargets} targets. Delete one first.`,
  },
})

const formerHours = 24

export async function listTargets(em: EntityManager): Promise<MessageTarget[]> {
  const found = await targetRows(em)
    .select(['target.name', 'target.kind', 'target.version'])
    .where('target.workspace', 'is', null)
    .orderBy((eb) => sql`${eb.ref('target.name')} collate "und-x-icu"`)
    .orderBy('target.id')
    .limit(maxTargets)
    .execute()
  const targets = found.map(({ openUntil, ...target }) => ({
    ...target,
    ...(openUntil && { pausedUntil: openUntil.toISOString() }),
  }))
  return withLastChange(em, targets)
}

/** The error of a URL that every call would reject. Host names are resolved on each call. */
export function urlFault(address: string, privateRanges: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return 'must be a valid URL'
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return 'must not contain a username or password'
  if (protocol !== 'https:' && privateRanges.length === 0) return 'must use https'
  const host = hostname.replaceAll(/^\[|[.\]]$/g, '')
  const isPrivate = isIP(host) && !isPublicAddress(host) && !isInRanges(host, privateRanges)
  return isPrivate || /(?:^|\.)localhost$/.test(host) ? 'must not be in a private network' : undefined
}

/** @throws {ProblemError} 400 */
function assertUrl(address: string, privateRanges: readonly string[]): void {
  const fault = urlFault(address, privateRanges)
  if (fault) throw invalidField('/url', fault)
}

/** @throws {ProblemError} 404 */
async function readTarget(em: EntityManager, id: string): Promise<MessageTarget> {
  const target = (await listTargets(em)).find((one) => one.id === id)
  if (!target) throw notFound('target')
  return target
}

/** @throws {ProblemError} 400 for a URL that may not be called, 409 at the maximum number of targets. */
export function createTarget(
  em: EntityManager,
  staff: StaffUser,
  input: MessageTargetInput,
  privateRanges: readonly string[],
) {
  assertUrl(input.url, privateRanges)
  const secret = input.kind === 'webhook' ? newWebhookSecret() : null
  const read = async (transaction: EntityManager, id: string): Promise<MessageTargetWithSecret> => ({
    ...(await readTarget(transaction, id)),
    ...(secret && { secret }),
  })
  return createOne(em, targetRecord, staff, () => ({ ...input, secret, workspace: null }), read)
}

/** @throws {ProblemError} 404, 412 when the target has changed since it was read, 400 as for a new one */
export function updateTarget(
  em: EntityManager,
  staff: StaffUser,
  { patch, ...seen }: OneEdit<MessageTargetInput>,
  privateRanges: readonly string[],
) {
  assertUrl(patch.url, privateRanges)
  // The kind cannot change.
  const { kind: _kind, ...edited } = patch
  return editOne(em, targetRecord, staff, { ...seen, patch: edited }, async (transaction, id) => {
    // Saving a target, even unchanged, retries it immediately.
    await closeBreakers(transaction, [id])
    return readTarget(transaction, id)
  })
}

/** Cancels the messages that wait for a target, and clears its failures. */
export async function cancelWaiting(transaction: EntityManager, id: string, reason: string): Promise<void> {
  await tables(transaction)
    .updateTable('message')
    .set({ status: 'canceled', error: reason })
    .where('target', '=', id)
    .where('status', '=', 'waiting')
    .execute()
  await closeBreakers(transaction, [id])
}

/** @throws {ProblemError} 404 */
export const deleteTarget = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction) => {
    await cancelWaiting(transaction, id, 'The target was deleted.')
    return deleteOne(transaction, targetRecord, staff, id)
  })

/**
 * Gives a webhook of a workspace, or of staff, a new secret. The previous secret stays valid for a day, as does the
 * first secret of that day: if the new one was lost and the secret is rotated again, the receiver still has the first.
 * @throws {ProblemError} 404
 */
export async function rotateSecret(transaction: EntityManager, id: string, workspace: string | null) {
  const secret = newWebhookSecret()
  const renewed = await tables(transaction)
    .updateTable('message_target')
    .set((eb) => ({
      secret,
      formerSecret: sql<string>`${eb.ref('secret')} || case when ${eb('formerUntil', '>', now)}
        then right(${eb.ref('formerSecret')}, length(${eb.ref('secret')})) else '' end`,
      formerUntil: hoursFromNow(formerHours),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('workspace', 'is not distinct from', workspace)
    .where('kind', '=', 'webhook')
    .returning(['name', 'url'])
    .executeTakeFirstOrThrow(() => notFound('webhook'))
  return { secret, ...renewed }
}

/** @throws {ProblemError} 404 unless it is a webhook of staff. */
export const renewSecret = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<MessageTargetSecret> => {
    const { secret, name } = await rotateSecret(transaction, id, null)
    await appendEvent(transaction, staff, targetRecord.live, {
      recordType: targetRecord.name,
      recordId: id,
      recordName: name,
      action: 'rotate_secret',
    })
    return { secret }
  })
