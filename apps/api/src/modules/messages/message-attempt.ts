import type { Pool } from 'pg'
import { changeText, liveChannel } from '../../db/live-channel.ts'
import { backoffMs, maxAttempts } from '../outbox/backoff.ts'
import { SendError } from './send-error.ts'
import type { Senders } from './senders.ts'
import { readMessage, type Waiting } from './waiting-message.ts'

/** Outcome of one attempt, for the log and the metrics. */
export type SendOutcome = 'sent' | 'nothing to do' | 'canceled' | 'again later' | 'given up' | 'paused'

/** Tries once to send a message and handles the result. Throws any error that is not the receiver's. */
export async function attemptMessage(pool: Pool, senders: Senders, id: string): Promise<SendOutcome> {
  const message = await readMessage(pool, id)
  if (!message) return 'nothing to do'
  const outcome = await trySending(pool, senders, message)
  if (outcome !== 'paused') await announceOutcome(pool, message)
  return outcome
}

/** Whoever wrote it is looking. Nobody waits for the others, and there may be many of them. */
async function announceOutcome(pool: Pool, { kind, leadId, sampleRequestId }: Waiting): Promise<void> {
  const change =
    kind === 'reply' && leadId !== null
      ? changeText('leads', [{ id: leadId }])
      : kind === 'samples_sent' && sampleRequestId !== null
        ? changeText('sample_requests', [{ id: sampleRequestId }])
        : kind === 'test' && changeText('messages', [{ id: '' }])
  if (change) await pool.query('select pg_notify($1, $2)', [liveChannel, change])
}

async function trySending(pool: Pool, senders: Senders, message: Waiting): Promise<SendOutcome> {
  const { id } = message
  if (message.isResting) {
    await pool.query('update message set enqueued_at = null where id = $1', [id])
    return 'paused'
  }
  if (message.channel !== 'mail' && message.url === null) {
    await pool.query(
      `update message set status = 'canceled', error = 'The target is gone or switched off.' where id = $1`,
      [id],
    )
    return 'canceled'
  }
  try {
    await senders[message.channel](message)
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    return await follow(pool, message, error)
  }
  await pool.query(
    `update message set status = 'sent', sent_at = now(), error = null, not_before = null where id = $1`,
    [id],
  )
  await pool.query('delete from message_rest where route = $1', [message.route])
  return 'sent'
}

/** A way that fails this often in a row rests, so that not every message has to find out for itself. */
const failuresBeforeRest = 3
const longestRestMs = 300_000

async function follow(pool: Pool, message: Waiting, error: SendError): Promise<SendOutcome> {
  const attempts = message.attempts + 1
  if (error.isRouteDown) await noteRouteFailure(pool, message.route, error.restMs)
  if (error.fault === 'refused' || attempts > maxAttempts) {
    await pool.query(
      `update message set status = 'failed', attempts = $2, error = $3, not_before = null where id = $1`,
      [message.id, attempts, error.message],
    )
    return 'given up'
  }
  await pool.query(
    `update message set attempts = $2, error = $3, enqueued_at = null,
                        not_before = now() + make_interval(secs => $4) where id = $1`,
    [message.id, attempts, error.message, (error.restMs ?? backoffMs(message.attempts)) / 1000],
  )
  return 'again later'
}

async function noteRouteFailure(pool: Pool, route: string, restMs = 0): Promise<void> {
  await pool.query(
    `insert into message_rest as rest (route, failures, not_before) values ($1, 1, now() + make_interval(secs => $2))
         on conflict (route) do update
        set failures = rest.failures + 1,
            not_before = now() + make_interval(secs => greatest($2, case when rest.failures + 1 < $3 then 0
              else least($4, power(2, least(rest.failures + 1 - $3, 10))) end))`,
    [route, restMs / 1000, failuresBeforeRest, longestRestMs / 1000],
  )
}
