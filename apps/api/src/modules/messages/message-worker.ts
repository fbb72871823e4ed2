import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { queueAgain, withJobLock } from '../outbox/job-queue.ts'
import { type Log, startOutboxWorker } from '../outbox/outbox-worker.ts'
import { attemptMessage, type SendOutcome } from './message-attempt.ts'
import { queueOf, relayMessages, sendTask } from './message-queue.ts'
import { type SenderSettings, sendersFor } from './senders.ts'

interface WorkerSettings extends SenderSettings {
  log: Log
  /** Turns what has arrived into messages. */
  notice: () => Promise<void>
  /** Time between two polls for what arrived and what is due. */
  tickMs?: number
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: SendOutcome) => void
  /** Called after each poll, whatever it found. */
  onTick?: () => void
}

/** Receivers that are slow at the same time. Each takes a connection to the database for its lock. */
const concurrency = 3

const jobs = checkedRows(Type.Object({ id: Type.String(), route: Type.String() }))

/**
 * Sends messages until the returned function is called. Each leaves at least once: a worker that dies after the receiver
 * took a message sends it again, with the same id. Any number of workers may run.
 */
export function startMessageWorker(pool: Pool, settings: WorkerSettings): () => Promise<void> {
  const { log, notice, tickMs = 1_000, onOutcome, onTick } = settings
  const senders = sendersFor(settings)

  const send = async (payload: unknown) => {
    const { id, route } = onlyRow(jobs([payload]))
    const ran = await withJobLock(pool, id, async () => {
      const outcome = await attemptMessage(pool, senders, id)
      onOutcome?.(outcome)
      log.info({ event: 'message', id, outcome })
    })
    if (!ran) await queueAgain(pool, { task: sendTask, queue: queueOf(route), id, payload: { route }, delayMs: tickMs })
  }

  return startOutboxWorker(pool, {
    name: 'message',
    log,
    tasks: { [sendTask]: send },
    concurrency,
    tickMs,
    pollMs: 500,
    async relay() {
      await notice()
      await relayMessages(pool, settings.mail !== undefined)
    },
    onTick,
  })
}
