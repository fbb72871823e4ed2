import { createHash } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import { columns, now } from '../../db/sql.ts'
import { isCoolingDown } from '../../jobs/circuit-breaker.ts'
import type { NewJob } from '../../jobs/job-kinds.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'

/**
 * The destination whose circuit breaker applies to messages for this target: the email server, or the target itself.
 */
export const destinationOf = (target: string | null): string => target ?? 'mail'

/** `destinationOf()` in SQL. */
const destination = sql<string>`coalesce(${columns(MessageEntity, MessageEntity.tableName).target}::text, 'mail')`

/** True when a message may be sent. A remaining wait of more than two hours means that the clock was set back. */
export const isDue = (notBefore: Expression<unknown>) =>
  sql<boolean>`(${notBefore} is null or ${notBefore} <= now() or ${notBefore} > now() + interval '2 hours')`

/** People wait for replies and sign-in links; all other messages are automatic. */
const awaited = new Set(['reply', 'sign_in'])
const awaitedPriority = 10

/**
 * Takes our own messages that are due and not queued yet, except those whose breaker is open. Mails wait until an email
 * server is set up.
 */
export async function takeMessages(transaction: EntityManager, canMail: boolean, limit: number): Promise<NewJob[]> {
  const db = tables(transaction)
  const due = await db
    .selectFrom('message')
    .leftJoin('circuit_breaker as breaker', (join) => join.on('breaker.destination', '=', destination))
    .select(['message.id', 'message.channel', 'message.kind', 'message.recipient', 'message.target'])
    .where('message.status', '=', 'waiting')
    .where('message.enqueuedAt', 'is', null)
    .where('message.workspace', 'is', null)
    .where((eb) => isDue(eb.ref('message.notBefore')))
    .where((eb) => eb.not(isCoolingDown(eb.ref('breaker.openUntil'))))
    .$if(!canMail, (query) => query.where('message.channel', '<>', 'mail'))
    .orderBy((eb) => eb('message.kind', '=', 'reply'), 'desc')
    .orderBy('message.id')
    .limit(limit)
    .forUpdate('message')
    .skipLocked()
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  await db.updateTable('message').set({ enqueuedAt: now }).where('id', 'in', ids).execute()
  return due.map(({ id, channel, kind, recipient, target }) => ({
    job: channel,
    payload: { id },
    key: target ?? receiverOf(recipient),
    priority: awaited.has(kind) ? awaitedPriority : 0,
  }))
}

/** Identifies a person in the queue without their address. */
const receiverOf = (address: string): string => createHash('sha256').update(address.toLowerCase()).digest('base64url')

/** A waiting message with its target and circuit breaker. Undefined when it was deleted or no longer waits. */
export const readMessage = (em: EntityManager, id: string) =>
  tables(em)
    .selectFrom('message')
    // Without an alias: `target` is a property of the message.
    .leftJoin('message_target', (join) =>
      join.onRef('message_target.id', '=', 'message.target').on('message_target.isActive', '=', true),
    )
    .leftJoin('circuit_breaker as breaker', (join) => join.on('breaker.destination', '=', destination))
    .select(['message.id', 'message.channel', 'message.kind', 'message.recipient', 'message.subject'])
    .select([
      'message.actor',
      'message.content',
      'message.attempts',
      'message.lead',
      'message.sampleRequest',
      'message.target',
      'message.pieceEvent',
    ])
    // Null for mails, and when the target is gone or switched off.
    .select(['message_target.url', 'message_target.secret'])
    .select((eb) =>
      eb
        .case()
        .when('message_target.formerUntil', '>', now)
        .then(eb.ref('message_target.formerSecret'))
        .end()
        .as('formerSecret'),
    )
    .select((eb) => isCoolingDown(eb.ref('breaker.openUntil')).as('isCoolingDown'))
    .where('message.id', '=', id)
    .where('message.status', '=', 'waiting')
    .executeTakeFirst()

export type Waiting = NonNullable<Awaited<ReturnType<typeof readMessage>>>
