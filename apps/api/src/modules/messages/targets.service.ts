import { isIP } from 'node:net'
import type {
  MessageTarget,
  MessageTargetInput,
  MessageTargetSecret,
  MessageTargetWithSecret,
  StaffUser,
} from '@app/contract'
import { sql } from 'kysely'
import { hoursFromNow, now } from '../../db/database-clock.ts'
import { invalidField, notFound } from '../../errors/errors.ts'
import { closeBreakers } from '../../jobs/circuit-breaker.ts'
import { isInRanges, isPublicAddress } from '../../config/network.ts'
import { appendEvent } from '../changes/append-changes.ts'
import { withLastChange } from '../changes/changes.queries.ts'
import { createOne, deleteOne, editOne } from '../changes/one-record.ts'
import { type AnyField, edited, fixed, recordType, unrecorded } from '../changes/record-type.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { MessageTargetEntity } from '../../entities/messages.entity.ts'
import { newWebhookSecret } from './webhook-signature.ts'

const maxTargets = 50

/** Its secret is nowhere in the history, so a deleted target cannot come back. */
export const targetRecord = recordType({
  name: 'message_target',
  label: 'target',
  entity: MessageTargetEntity,
  fields: {
    name: edited,
    kind: fixed,
    url: edited,
    isActive: edited,
    secret: unrecorded,
  } satisfies Record<keyof MessageTargetInput | 'secret', AnyField>,
  live: 'messages',
  roles: ['owner'],
  nameOf: ({ name }) => name,
  limit: { max: maxTargets, detail: `There are ${maxTargets} targets, the maximum. Delete one first.` },
})

/** How long a webhook's former secret goes on signing. */
const formerHours = 24

/** All targets, by name. */
export async function listTargets(em: EntityManager): Promise<MessageTarget[]> {
  const found = await tables(em)
    .selectFrom('message_target as target')
    .leftJoin('circuit_breaker as breaker', (join) =>
      join
        .on((eb) => eb(sql<string>`${eb.ref('target.id')}::text`, '=', eb.ref('breaker.destination')))
        .on('breaker.openUntil', '>', now),
    )
    .select([
      'target.id',
      'target.name',
      'target.kind',
      'target.url',
      'target.isActive',
      'target.version',
      'breaker.openUntil',
    ])
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

/**
 * Rejects early what each call would reject. Host names are resolved with each call.
 * @throws {ProblemError} 400
 */
function assertUrl(address: string, privateRanges: readonly string[]): void {
  if (!URL.canParse(address)) throw invalidField('/url', 'must be an address')
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) throw invalidField('/url', 'must not contain a user name or password')
  if (protocol !== 'https:' && privateRanges.length === 0) throw invalidField('/url', 'must use https')
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if ((isIP(host) && !isPublicAddress(host) && !isInRanges(host, privateRanges)) || host === 'localhost') {
    throw invalidField('/url', 'must not be in a private network')
  }
}

/** @throws {ProblemError} 404 when there is none. */
async function readTarget(em: EntityManager, id: string): Promise<MessageTarget> {
  const target = (await listTargets(em)).find((one) => one.id === id)
  if (!target) throw notFound('target')
  return target
}

/** @throws {ProblemError} 400 for an address that may not be called, 409 when there are as many as there is room for. */
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
  return createOne(em, targetRecord, staff, () => ({ ...input, secret }), read)
}

/** @throws {ProblemError} 404 when there is none, 412 when it has changed since it was read, 400 as for a new one. */
export function updateTarget(
  em: EntityManager,
  staff: StaffUser,
  { patch, ...seen }: { id: string; ifMatch: string | undefined; patch: MessageTargetInput },
  privateRanges: readonly string[],
) {
  assertUrl(patch.url, privateRanges)
  // Its kind stays as it is.
  const { kind: _kind, ...edited } = patch
  return editOne(em, targetRecord, staff, { ...seen, patch: edited }, async (transaction, id) => {
    // Saving a target, even unchanged, retries it at once.
    await closeBreakers(transaction, [id])
    return readTarget(transaction, id)
  })
}

/** @throws {ProblemError} 404 when there is none. */
export const deleteTarget = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction) => {
    await tables(transaction)
      .updateTable('message')
      .set({ status: 'canceled', error: 'The target was deleted.' })
      .where('target', '=', id)
      .where('status', '=', 'waiting')
      .execute()
    await closeBreakers(transaction, [id])
    return deleteOne(transaction, targetRecord, staff, id)
  })

/** @throws {ProblemError} 404 unless it is a webhook. */
export const renewSecret = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<MessageTargetSecret> => {
    const secret = newWebhookSecret()
    const renewed = await tables(transaction)
      .updateTable('message_target')
      .set((eb) => ({
        secret,
        formerSecret: eb.ref('secret'),
        formerUntil: hoursFromNow(formerHours),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('kind', '=', 'webhook')
      .returning('name')
      .executeTakeFirst()
    if (!renewed) throw notFound('webhook')
    await appendEvent(transaction, staff, targetRecord.live, {
      recordType: targetRecord.name,
      recordId: id,
      recordName: renewed.name,
      action: 'rotate_secret',
    })
    return { secret }
  })
