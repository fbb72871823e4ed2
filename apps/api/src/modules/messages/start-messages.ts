import type { Config } from '../../config/config.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { JobKind } from '../../jobs/job-kinds.ts'
import type { Jobs, Log } from '../../jobs/jobs.ts'
import { takeCustomerMessages } from './customer-outbox.ts'
import { sendDigests } from './digest.service.ts'
import { attemptMessage, giveUpMessage, type SendOutcome } from './message-attempt.ts'
import { takeMessages } from './message-outbox.ts'
import { processNewRecords } from './new-records.service.ts'
import { type SenderSettings, sendersFor } from './senders.ts'

interface WorkerSettings {
  log: Log
  onOutcome?: (outcome: SendOutcome) => void
  timeoutMs?: number
}

const channels = ['mail', 'slack', 'webhook'] as const satisfies JobKind[]

/** Customers' programs wait for events. Polling their outbox costs one short query. */
const customerTickMs = 250

/**
 * Turns new records into messages, queues messages that are due, and sends them. Each leaves at least once: a worker that dies
 * after the receiver took a message sends it again, with the same id. Any number of workers may run.
 */
export function startMessages(
  em: EntityManager,
  jobs: Jobs,
  config: SenderSettings & Pick<Config, 'adminUrl' | 'businessTimeZone'>,
  { log, onOutcome, timeoutMs }: WorkerSettings,
): void {
  const senders = sendersFor(em, config, timeoutMs)
  const canMail = config.mail !== undefined
  const notices = { adminUrl: config.adminUrl.href.replace(/\/$/, ''), canMail }
  const notice = async () => {
    await processNewRecords(em.fork({ useContext: false }), notices)
    await sendDigests(em.fork({ useContext: false }), { ...notices, timeZone: config.businessTimeZone })
  }
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
