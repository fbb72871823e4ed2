import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { processNewRecords } from '../src/modules/messages/new-records.service.ts'
import { startMessages } from '../src/modules/messages/start-messages.ts'
import { startApp } from './harness.ts'
import { clearJobs, hurryJobs, openWorker } from './jobs.ts'
import { startMailServer } from './mail-server.ts'
import { startReceiver } from './webhook-receiver.ts'

const log = { info: () => {}, warn: () => {} }

/** The app with an email server and webhook receivers, emptied before each test, and workers that end with it. */
export async function startMessageDesk() {
  const mailServer = await startMailServer()
  const hook = await startReceiver()
  const other = await startReceiver()
  const started = await startApp({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'desk@example.com',
    WEBHOOK_PRIVATE_RANGES: '127.0.0.1',
  })
  const { orm, db, config, asStaff } = started
  afterAll(() => Promise.all([mailServer, hook, other].map((server) => server.close())))

  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()))
    await clearJobs(db)
  })
  beforeEach(async () => {
    mailServer.mails.length = 0
    hook.calls.length = 0
    other.calls.length = 0
    for (const server of [mailServer, hook, other]) server.setMood('well')
    await db.query(
      'truncate message, circuit_breaker, message_target, notification_rule, inbox_item, noticed_arrival, lead, record_change, sample_request',
    )
    await db.query('update lead_routing_setting set confirms_visitors = false, assignee_ids = $1', ['[]'])
    await db.query(
      'update notice_state set leads_until = now(), samples_until = now(), changes_until = now(), last_assignee = null',
    )
  })

  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object, headers = {}) =>
    asStaff({ method, url: `/api/admin/${path}`, headers, ...(payload && { payload }) })
  const messages = async () => (await db.query('select * from message order by created_at, id')).rows
  return {
    ...started,
    mailServer,
    hook,
    other,
    call,
    messages,
    /** Processes new and changed records, as a worker does. */
    notice: () => processNewRecords(orm.em.fork(), { adminUrl: 'http://localhost', canMail: true }),
    /** Starts a worker. */
    work: async (changes: Partial<typeof config> = {}, timeoutMs = 300) => {
      const { em, jobs, stop } = await openWorker(config.databaseUrl)
      ends.push(stop)
      startMessages(em, jobs, { ...config, ...changes }, { log, timeoutMs })
    },
    /** Retries waiting messages immediately; only our own delays are shortened. */
    hurry: () => {
      const endHurry = hurryJobs(db)
      const timer = setInterval(
        () => void db.query(`update message set not_before = now() where status = 'waiting'`),
        150,
      )
      ends.push(async () => {
        endHurry()
        clearInterval(timer)
      })
    },
    addTarget: async (changes: object = {}) =>
      (
        await call('POST', 'message-targets', {
          name: 'Hook',
          kind: 'webhook',
          url: hook.url,
          isActive: true,
          ...changes,
        })
      ).json(),
    addRule: (changes: object = {}) =>
      call('POST', 'notification-rules', {
        event: 'lead',
        condition: 'all',
        channel: 'mail',
        isForAll: false,
        ...changes,
      }),
    /** Waits until there are this many messages, all in this state. */
    become: (status: string, count = 1) =>
      vi.waitFor(async () => {
        const rows = await messages()
        expect(rows.map((row) => row.status)).toEqual(Array.from({ length: count }, () => status))
      }, 20_000),
  }
}
