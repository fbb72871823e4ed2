import { randomUUIDv7 } from 'node:crypto'
import { brand } from '@app/brand'
import { type Message, type RetryResult, type RetryBatchResult, type StaffUser } from '@app/contract'
import type { ExpressionBuilder } from 'kysely'
import { closeBreakers } from '../../jobs/circuit-breaker.ts'
import { mailIsOff, notFound } from '../../errors/errors.ts'
import { type EntityManager, type Tables, tables } from '../../entities/database.ts'
import { destinationOf } from './message-outbox.ts'

/** The columns that queue a message again, with its attempts reset. */
export const waitingAgain = {
  status: 'waiting',
  attempts: 0,
  error: null,
  notBefore: null,
  enqueuedAt: null,
  sentAt: null,
} as const

type Messages = ExpressionBuilder<Tables, 'message'>

/** Closes the breakers: staff who resend a message expect an immediate attempt. */
const wake = (em: EntityManager, requeued: readonly { target: string | null }[]) =>
  closeBreakers(em, [...new Set(requeued.map(({ target }) => destinationOf(target)))])

const hasReceiver = (eb: Messages) => eb.or([eb('channel', '=', 'mail'), eb('target', 'is not', null)])

/**
 * A delivered mail is never sent again, but a webhook's receiver may have lost a delivery. Shipping mails that staff
 * canceled are sent by marking the request again.
 */
const canBeReplayed = (eb: Messages) =>
  eb.and([
    hasReceiver(eb),
    eb.or([
      eb('status', '=', 'failed'),
      eb.and([eb('status', '=', 'canceled'), eb('kind', '<>', 'samples_sent')]),
      eb.and([eb('status', '=', 'sent'), eb('channel', '<>', 'mail')]),
    ]),
  ])

/**
 * Sends a message again, under the same id.
 * @param workspace the customer that owns the message; null for our own messages
 * @throws {ProblemError} 404
 */
export const resendMessage = (em: EntityManager, id: string, workspace: string | null = null) =>
  em.transactional(async (transaction): Promise<RetryResult> => {
    const db = tables(transaction)
    const isNamed = (eb: Messages) => eb.and([eb('id', '=', id), eb('workspace', 'is not distinct from', workspace)])
    const requeued = await db
      .updateTable('message')
      .set(waitingAgain)
      .where(isNamed)
      .where(canBeReplayed)
      .returning('target')
      .execute()
    if (requeued.length === 0) {
      await db
        .selectFrom('message')
        .select('id')
        .where(isNamed)
        .executeTakeFirstOrThrow(() => notFound(workspace === null ? 'message' : 'delivery'))
    }
    await wake(transaction, requeued)
    return { requeued: requeued.length }
  })

const batchSize = 1_000

/** Queues the oldest failed messages again, and counts the remaining ones. */
export const replayFailed = (em: EntityManager) =>
  em.transactional(async (transaction): Promise<RetryBatchResult> => {
    const db = tables(transaction)
    const failed = db
      .selectFrom('message')
      .where('status', '=', 'failed')
      .where('workspace', 'is', null)
      .where(hasReceiver)
    const oldest = failed.select('id').orderBy('createdAt').orderBy('id').limit(batchSize).forUpdate().skipLocked()
    const requeued = await db
      .updateTable('message')
      .set(waitingAgain)
      .where('id', 'in', oldest)
      .returning('target')
      .execute()
    await wake(transaction, requeued)
    const left = await failed.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return { requeued: requeued.length, remaining: Number(left.count) }
  })

/**
 * Puts a test message for a target, or for the caller's own email, into the outbox.
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
          .where('workspace', 'is', null)
          .executeTakeFirstOrThrow(() => notFound('target'))
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
  const { createdAt } = await tables(em)
    .insertInto('message')
    .values({
      ...message,
      target: target?.id ?? null,
      actorAccount: staff.id,
      actor: staff.name,
      content: {
        paragraphs: ['If you can read this, messages are getting through.'],
        event: { type: 'test', timestamp: new Date().toISOString(), data: {} },
      },
    })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return { ...message, createdAt: createdAt.toISOString(), by: staff.name }
}
