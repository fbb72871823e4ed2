import { randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type { MessageTarget, MessageTargetInput, MessageTargetSecret, NewMessageTarget } from '@app/contract'
import { sql } from 'kysely'
import { seenVersion, stale } from '../../db/if-match.ts'
import { announceChange } from '../../db/live-channel.ts'
import { invalidMember, notFound, ProblemError } from '../../errors.ts'
import { isInRanges, isPublicAddress } from '../../network.ts'
import { type EntityManager, tables } from '../database.ts'
import { newWebhookSecret } from './webhook-signature.ts'

const most = 50

/** How long a webhook's former secret goes on signing. */
const formerHours = 24

/** All targets, by name. */
export async function listTargets(em: EntityManager): Promise<MessageTarget[]> {
  const found = await tables(em)
    .selectFrom('message_target as target')
    .leftJoin('message_rest as rest', (join) =>
      join.on(sql<string>`target.id::text`, '=', sql.ref('rest.route')).on('rest.notBefore', '>', sql<Date>`now()`),
    )
    .select([
      'target.id',
      'target.name',
      'target.kind',
      'target.url',
      'target.isActive',
      'target.version',
      'rest.notBefore',
    ])
    .orderBy(sql`target.name collate "und-x-icu"`)
    .orderBy('target.id')
    .limit(most)
    .execute()
  return found.map(({ notBefore, ...target }) => ({
    ...target,
    ...(notBefore && { restingUntil: notBefore.toISOString() }),
  }))
}

/**
 * Says early what a call would be refused for. The addresses behind a name are looked at with each call.
 * @throws {ProblemError} 400
 */
function assertUrl(address: string, privateRanges: readonly string[]): void {
  if (!URL.canParse(address)) throw invalidMember('/url', 'must be an address')
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) throw invalidMember('/url', 'must not hold a user or a password')
  if (protocol !== 'https:' && privateRanges.length === 0) throw invalidMember('/url', 'must use https')
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if ((isIP(host) && !isPublicAddress(host) && !isInRanges(host, privateRanges)) || host === 'localhost') {
    throw invalidMember('/url', 'must not be in a private network')
  }
}

/** @throws {ProblemError} 400 for an address that may not be called, 409 when there are as many as there is room for. */
export const createTarget = (em: EntityManager, input: MessageTargetInput, privateRanges: readonly string[]) =>
  em.transactional(async (transaction): Promise<NewMessageTarget> => {
    assertUrl(input.url, privateRanges)
    await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', ['message_target'])
    if ((await listTargets(transaction)).length === most) {
      throw new ProblemError(409, 'full', `There are ${most} targets, as many as there can be. Delete one first.`)
    }
    const id = randomUUIDv7()
    const secret = input.kind === 'webhook' ? newWebhookSecret() : null
    await tables(transaction)
      .insertInto('message_target')
      .values({ id, ...input, secret })
      .execute()
    await announceChange(transaction, 'messages', [{ id }])
    return { id, ...input, version: 1, ...(secret && { secret }) }
  })

/** @throws {ProblemError} 404 when there is none, 412 when it has changed since it was read, 400 as for a new one. */
export const updateTarget = (
  em: EntityManager,
  id: string,
  { name, url, isActive }: MessageTargetInput,
  { ifMatch, privateRanges }: { ifMatch: string | undefined; privateRanges: readonly string[] },
) =>
  em.transactional(async (transaction): Promise<MessageTarget> => {
    assertUrl(url, privateRanges)
    const target = await tables(transaction)
      .selectFrom('message_target')
      .select(['kind', 'version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!target) throw notFound('target')
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== target.version) throw stale()
    const version = target.version + 1
    await tables(transaction)
      .updateTable('message_target')
      .set({ name, url, isActive, version })
      .where('id', '=', id)
      .execute()
    // Whoever mends a target wants it tried at once.
    await tables(transaction).deleteFrom('message_rest').where('route', '=', id).execute()
    await announceChange(transaction, 'messages', [{ id }])
    return { id, name, url, isActive, kind: target.kind, version }
  })

/** @throws {ProblemError} 404 when there is none. */
export const deleteTarget = (em: EntityManager, id: string) =>
  em.transactional(async (transaction) => {
    await tables(transaction)
      .updateTable('message')
      .set({ status: 'canceled', error: 'The target was deleted.' })
      .where('target', '=', id)
      .where('status', '=', 'waiting')
      .execute()
    const [deleted] = await tables(transaction)
      .deleteFrom('message_target')
      .where('id', '=', id)
      .returning('id')
      .execute()
    if (!deleted) throw notFound('target')
    await tables(transaction).deleteFrom('message_rest').where('route', '=', id).execute()
    await announceChange(transaction, 'messages', [{ id }])
  })

/** @throws {ProblemError} 404 unless it is a webhook. */
export async function renewSecret(em: EntityManager, id: string): Promise<MessageTargetSecret> {
  const secret = newWebhookSecret()
  const [renewed] = await tables(em)
    .updateTable('message_target')
    .set({
      secret,
      formerSecret: sql<string>`secret`,
      formerUntil: sql<Date>`now() + make_interval(hours => ${formerHours})`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('kind', '=', 'webhook')
    .returning('id')
    .execute()
  if (!renewed) throw notFound('webhook')
  return { secret }
}
