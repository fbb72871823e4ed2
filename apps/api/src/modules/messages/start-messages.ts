import type { Config } from '../../config/config.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { type JobKind, jobKinds, retryInMs } from '../../jobs/job-kinds.ts'
import type { Jobs, Log } from '../../jobs/jobs.ts'
import { takeCustomerMessages } from './customer-outbox.ts'
import { sendDigests } from './digest.service.ts'
import { takeMessages, destinationOf, readMessage, type Waiting } from './message-outbox.ts'
import { processNewRecords } from './new-records.service.ts'
import { type SenderSettings, sendersFor, type Senders } from './senders.ts'
import { msFromNow, now } from '../../db/sql.ts'
import { announceChange } from '../announcements/live-channel.ts'
import { countFailure, countSuccess } from '../../jobs/circuit-breaker.ts'
import { SendError } from './send-error.ts'

/** How one attempt ended, for the log and the metrics. */
type SendOutcome = 'sent' | 'noop' | 'canceled' | 'retry_scheduled' | 'failed' | 'paused'

/**
 * Tries once to send a message and handles the result. A retry returns to the outbox, so that it does not block the
 * queue. Rethrows errors that did not come from the receiver.
 */
async function attemptMessage(em: EntityManager, senders: Senders, id: string): Promise<SendOutcome> {
  const message = await readMessage(em, id)
  if (!message) return 'noop'
  if (message.isCoolingDown) {
    // The relay queues it again once the destination may be called.
    await tables(em).updateTable('message').set({ enqueuedAt: null }).where('id', '=', id).execute()
    return 'paused'
  }
  const attempt = await send(em, senders, message)
  await announceOutcome(em, message)
  return attempt
}

async function send(em: EntityManager, senders: Senders, message: Waiting): Promise<SendOutcome> {
  const update = tables(em).updateTable('message').where('id', '=', message.id)
  if (message.channel !== 'mail' && message.url === null) {
    await update.set({ status: 'canceled', error: 'The target was deleted or is off.' }).execute()
    return 'canceled'
  }
  try {
    const isSent = await senders[message.channel](message)
    if (!isSent) {
      // The mail is no longer due.
      await tables(em).deleteFrom('message').where('id', '=', message.id).execute()
      return 'noop'
    }
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    return fail(em, message, error)
  }
  await update.set({ status: 'sent', sentAt: now, error: null, notBefore: null }).execute()
  // Even if it had not failed before this call began: another call may have failed meanwhile.
  await countSuccess(em, destinationOf(message.target))
  return 'sent'
}

async function fail(em: EntityManager, message: Waiting, error: SendError): Promise<SendOutcome> {
  const { id, channel, target } = message
  if (error.isRouteDown) await countFailure(em, destinationOf(target), error.cooldownMs)
  const attempts = message.attempts + 1
  const isLast = error.fault === 'refused' || attempts >= jobKinds[channel].attempts
  const again = { notBefore: msFromNow(error.cooldownMs ?? retryInMs(channel, message.attempts)), enqueuedAt: null }
  await tables(em)
    .updateTable('message')
    .set({ attempts, error: error.message, ...(isLast ? { status: 'failed', notBefore: null } : again) })
    .where('id', '=', id)
    .execute()
  return isLast ? 'failed' : 'retry_scheduled'
}

/** Marks a message as failed after its workers died on every attempt. Staff can resend it. */
async function giveUpMessage(em: EntityManager, id: string): Promise<void> {
  await tables(em)
    .updateTable('message')
    .set({ status: 'failed', error: 'Sending was interrupted too many times.' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** Staff wait for the outcome of replies, shipping mails, and tests. Other messages may be too numerous to announce. */
async function announceOutcome(em: EntityManager, { kind, lead, sampleRequest }: Waiting): Promise<void> {
  if (kind === 'reply' && lead !== null) await announceChange(em, 'leads', [{ id: lead }])
  if (kind === 'samples_sent' && sampleRequest !== null) {
    await announceChange(em, 'sample_requests', [{ id: sampleRequest }])
  }
  if (kind === 'test') await announceChange(em, 'messages', [{ id: '' }])
}

interface WorkerSettings {
  log: Log
  onOutcome?: (outcome: SendOutcome) => void
  timeoutMs?: number
}

const channels = ['mail', 'slack', 'webhook'] as const satisfies JobKind[]

/** Customers' programs wait for events, and polling their outbox costs one short query. */
const customerTickMs = 250

/**
 * Turns new records into messages, queues messages that are due, and sends them. Delivery is at least once: if a worker
 * dies after the receiver accepted a message, it is sent again with the same id. Any number of workers may run.
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
  // The next event of the same piece and receiver can now be sent.
  work('customer_webhook', () => relay.wake())
}
