import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@app/brand'
import { type Message, type Requeued, RequeuedBatch, type StaffUser } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { mailIsOff, notFound } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import { routeSql } from './message-queue.ts'

const again = `status = 'waiting', attempts = 0, error = null, not_before = null, enqueued_at = null, sent_at = null`

/** A mail that somebody has got is not sent to them twice. A target can have lost what it took. Marking the request again sends what staff took back. */
const canBeReplayed = `(status = 'failed' or status = 'canceled' and kind <> 'samples_sent'
                        or status = 'sent' and channel <> 'mail')
  and (channel = 'mail' or target_id is not null)`

const requeued = checkedRows(Type.Object({ route: Type.String() }))

/** Whoever sends again wants it tried at once. */
const wake = (em: EntityManager, routes: readonly string[]) =>
  em.execute('delete from message_rest where route = any(?::text[])', [`{${[...new Set(routes)].join(',')}}`])

/** Sends a message again, under the same id. @throws {ProblemError} 404 when there is none. */
export const replayMessage = (em: EntityManager, id: string) =>
  em.transactional(async (transaction): Promise<Requeued> => {
    const rows = requeued(
      await transaction.execute(
        `update message set ${again} where id = ? and ${canBeReplayed} returning ${routeSql} as route`,
        [id],
      ),
    )
    if (rows.length === 0) {
      const existing = await transaction.execute('select 1 from message where id = ?', [id])
      if (existing.length === 0) throw notFound('message')
      return { requeued: 0 }
    }
    await wake(
      transaction,
      rows.map(({ route }) => route),
    )
    return { requeued: 1 }
  })

const batchSize = 1_000
const batches = checkedRows(RequeuedBatch)

/** Sends the oldest messages that failed again, and counts those that are left. */
export const replayFailed = (em: EntityManager) =>
  em.transactional(async (transaction): Promise<RequeuedBatch> => {
    const hasFailed = `status = 'failed' and (channel = 'mail' or target_id is not null)`
    const rows = requeued(
      await transaction.execute(
        `update message set ${again}
          where id = any(array(select id from message where ${hasFailed} order by created_at, id limit ? for update skip locked))
         returning ${routeSql} as route`,
        [batchSize],
      ),
    )
    await wake(
      transaction,
      rows.map(({ route }) => route),
    )
    const left = await transaction.execute(
      `select ?::int as requeued, count(*)::float8 as remaining from message where ${hasFailed}`,
      [rows.length],
    )
    return onlyRow(batches(left))
  })

/**
 * Puts a test message into the outbox, for a target or for the caller's own email.
 * @throws {ProblemError} 404 when there is no such target, 409 when no email server is set up.
 */
export async function sendTest(
  em: EntityManager,
  staff: StaffUser,
  targetId: string | null,
  canMail: boolean,
): Promise<Message> {
  if (targetId === null && !canMail) throw mailIsOff()
  const target =
    targetId === null
      ? undefined
      : await tables(em)
          .selectFrom('message_target')
          .select(['id', 'name', 'kind'])
          .where('id', '=', targetId)
          .executeTakeFirst()
  if (targetId !== null && !target) throw notFound('target')
  const id = randomUUIDv7()
  const message = {
    id,
    channel: target?.kind ?? ('mail' as const),
    kind: 'test' as const,
    recipient: target?.name ?? staff.email,
    subject: `Test message from ${brand.productName}`,
    status: 'waiting' as const,
    attempts: 0,
  }
  const [added] = await tables(em)
    .insertInto('message')
    .values({
      ...message,
      target: target?.id ?? null,
      actorAccount: staff.id,
      actor: staff.name,
      content: {
        paragraphs: ['If you read this, messages arrive here.'],
        event: { type: 'test', timestamp: new Date().toISOString(), data: {} },
      },
    })
    .returning('createdAt')
    .execute()
  return { ...message, createdAt: (added?.createdAt ?? new Date()).toISOString(), by: staff.name }
}
