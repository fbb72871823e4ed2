import type { JobKind } from '../../jobs/job-kinds.ts'
import type { Jobs, Log } from '../../jobs/jobs.ts'
import type { EntityManager } from '../../entities/database.ts'
import { attemptMessage, giveUpMessage, type SendAttempt } from './message-attempt.ts'
import { takeMessages } from './message-outbox.ts'
import { type SenderSettings, sendersFor } from './senders.ts'

interface WorkerSettings extends SenderSettings {
  log: Log
  /** Turns new records into messages. Called before each look at the outbox. */
  notice: () => Promise<void>
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: SendAttempt['outcome']) => void
}

const channels = ['mail', 'slack', 'webhook'] as const satisfies JobKind[]

/**
 * Queues messages that are due and sends them. Each leaves at least once: a worker that dies after the receiver took a
 * message sends it again, with the same id. Any number of workers may run.
 */
export function startMessageWorker(em: EntityManager, jobs: Jobs, settings: WorkerSettings): void {
  const { log, notice, onOutcome } = settings
  const senders = sendersFor(settings)
  jobs.relay('messages', (transaction, limit) => takeMessages(transaction, settings.mail !== undefined, limit), notice)
  for (const channel of channels) {
    jobs.work(channel, {
      async run({ id }) {
        const { outcome, again } = await attemptMessage(em, senders, id)
        onOutcome?.(outcome)
        log.info({ event: 'message', id, outcome })
        return again
      },
      giveUp: ({ id }) => giveUpMessage(em, id),
    })
  }
}
