import { afterAll, beforeEach } from 'vitest'
import { anotherInstance, startApp } from './harness.ts'
import { addMessage } from './message-rows.ts'

/** An app with an unused email server, one without, and an account for each role. Emptied before each test. */
export async function startMessageApi() {
  const { app, config, db, makeStaff } = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const withoutMail = await anotherInstance(config, {})
  afterAll(() => withoutMail.close())
  const owner = await makeStaff('owner')
  const editor = await makeStaff('editor')
  const viewer = await makeStaff('viewer')

  beforeEach(() =>
    db.query(
      'truncate message, circuit_breaker, message_target, notification_rule, inbox_item, reply_template, lead, record_change, sample_request',
    ),
  )

  const callOn =
    (server: typeof app) =>
    (
      who: { cookie: string },
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      payload?: object,
      headers: Record<string, string> = {},
    ) =>
      server.inject({
        method,
        url: `/api/admin/${path}`,
        headers: { cookie: who.cookie, ...headers },
        ...(payload && { payload }),
      })
  const call = callOn(app)
  return {
    db,
    owner,
    editor,
    viewer,
    call,
    callWithoutMail: callOn(withoutMail),
    addTarget: async (changes: object = {}) => (await call(owner, 'POST', 'message-targets', target(changes))).json(),
    addMessage: (changes?: Record<string, unknown>) => addMessage(db, changes),
  }
}

export const target = (changes: object = {}) => ({
  name: 'Channel',
  kind: 'webhook',
  url: 'https://hooks.example.com/leads',
  isActive: true,
  ...changes,
})

export const rule = (changes: object = {}) => ({
  event: 'lead',
  condition: 'all',
  channel: 'inbox',
  isForAll: false,
  ...changes,
})
