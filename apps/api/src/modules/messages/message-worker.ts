import type { JobKind } from '../../jobs/job-kinds.ts'
import type { Jobs, Log } from '../../jobs/jobs.ts'
import type { EntityManager } from '../../entities/database.ts'
import { takeCustomerMessages } from './customer-outbox.ts'
import { attemptMessage, giveUpMessage, type SendOutcome } from './message-attempt.ts'
import { takeMessages } from './message-outbox.ts'
import { type SenderSettings, sendersFor } from './senders.ts'

interface WorkerSettings extends SenderSettings {
  log: Log
  /** Turns new records into messages. Called before each look at the outbox. */
  notice: () => Promise<void>
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: SendOutcome) => void
}

const channels = ['mail', 'slack', 'webhook'] as const satisfies JobKind[]

/** Customers' programs wait for events. A look at their outbox costs one short query. */
const customerTickMs = 250

/**
 * Queues messages that are due and sends them. Each leaves at least once: a worker that dies after the receiver took a
 * message sends it again, with the same id. Any number of workers may run.
 */
export function startMessageWorker(em: EntityManager, jobs: Jobs, settings: WorkerSettings): void {
  const { log, notice, onOutcome } = settings
  const senders = sendersFor(em, settings)
  const canMail = settings.mail !== undefined
  const work = (kind: JobKind & ('customer_webhook' | (typeof channels)[number]), onEnd = () => {}) =>
    jobs.work(kind, {
      async run({ id }) {
        const outcome = await attemptMessage(em, senders, id)
        onOutcome?.(outcome)
        log.info({ event: 'message', id, outcome })
        onEnd()
      },
      giveUp: ({ id }) => giveUpMessage(em, id),
    })
  jobs.relay('messages', (transaction, limit) => takeMessages(transaction, canMail, limit), { before: notice })
  for (const channel of channels) work(channel)
  const relay = jobs.relay('customer webhooks', takeCustomerMessages, { tickMs: customerTickMs })
  // The next event of the same piece, and of the same receiver, can leave.
  work('customer_webhook', () => relay.wake())
}
