import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { headerOf } from '../../../test/mail-server.ts'
import { startMessageDesk } from '../../../test/message-desk.ts'
import { addMessage } from '../../../test/message-rows.ts'
import { jobKinds } from '../../jobs/job-kinds.ts'

const desk = await startMessageDesk()
const { db, config, mailServer, hook, other, call, messages, work, hurry, addTarget, addRule, become } = desk
const { postLead, postSample } = desk

describe('a webhook', () => {
  test('is signed with its secret, contains the record, and is sent once', async () => {
    const { id: target, secret } = await addTarget()
    await addRule({ channel: 'target', targetId: target, isForAll: true })
    const lead = await postLead({ company: 'Example Co' })
    await work()
    await become('sent')
    const [{ headers, body } = { headers: {}, body: '' }] = hook.calls
    const [message] = await messages()
    // On a busy machine an attempt may exceed our short limit and be retried.
    expect(new Set(hook.calls.map((made) => made.headers['webhook-id']))).toEqual(new Set([message.id]))
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    }
    expect(new Webhook(secret).verify(body, signed)).toMatchObject({
      type: 'lead.created',
      data: { id: lead, company: 'Example Co', url: `${config.adminUrl.href}/leads?lead=${lead}` },
    })
    expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('No matching signature found')
  })

  test.each([
    ['responds with 500 after it received the message', 'lost'],
    ['never responds', 'hang'],
    ['asks to wait', 'busy'],
    ['redirects', 'redirect'],
  ] as const)('that %s gets it again under the same id', { tags: ['R61'] }, async (_what, mood) => {
    const { id: target } = await addTarget()
    await addRule({ channel: 'target', targetId: target, isForAll: true })
    hook.setMood(mood)
    await postLead()
    await work()
    hurry()
    await vi.waitFor(async () => expect((await messages())[0]?.attempts).toBeGreaterThan(0), 20_000)
    hook.setMood('well')
    await become('sent')
    const [{ id }] = await messages()
    expect(new Set(hook.calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
    expect(new Set(hook.calls.map(({ body }) => body)).size).toBe(1)
  })

  test('that is down cools down, and does not delay others', { tags: ['R61'] }, async () => {
    hook.setMood('hang')
    const down = await addTarget()
    const up = await addTarget({ name: 'Up', url: other.url })
    for (const { id } of [down, up]) await addRule({ channel: 'target', targetId: id, isForAll: true })
    for (let count = 0; count < 6; count++) await postLead()
    await work()
    await vi.waitFor(() => expect(other.calls).toHaveLength(6), 20_000)
    await vi.waitFor(async () => {
      const { rows } = await db.query(
        'select destination from circuit_breaker where open_until > now() and failures >= 3',
      )
      expect(rows).toEqual([{ destination: down.id }])
    }, 20_000)
    const [shown] = (await call('GET', 'message-targets')).json().filter(({ id }: { id: string }) => id === down.id)
    expect(shown.pausedUntil).toEqual(expect.any(String))
  })

  test('whose secret was replaced carries both signatures for a day', async () => {
    const { id: target, secret: former } = await addTarget()
    const { secret } = (await call('POST', `message-targets/${target}/rotate-secret`)).json()
    await call('POST', 'messages/test', { targetId: target })
    await work()
    await become('sent')
    const [{ headers, body } = { headers: {}, body: '' }] = hook.calls
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    for (const each of [former, secret]) expect(new Webhook(each).verify(body, signed)).toMatchObject({ type: 'test' })
  })

  test('that is gone is called once, and the log shows that', async () => {
    const { id: target } = await addTarget()
    hook.setMood('gone')
    await call('POST', 'messages/test', { targetId: target })
    await work()
    await become('failed')
    expect((await messages())[0]).toMatchObject({ error: 'The target no longer exists (410).', attempts: 1 })
    expect(hook.calls).toHaveLength(1)
  })

  test('in a private network is not called', { tags: ['E29'] }, async () => {
    const { id: target } = await addTarget()
    await call('POST', 'messages/test', { targetId: target })
    await work({ webhookRanges: [] })
    await become('failed')
    expect((await messages())[0]).toMatchObject({
      error: 'The address is in a private network, so nothing was sent.',
    })
    expect(hook.calls).toEqual([])
  })
})

test('unresponsive webhooks do not use up the slots for emails', { tags: ['R61'] }, async () => {
  hook.setMood('hang')
  const slow = Array.from({ length: jobKinds.webhook.slots + 2 }, (_, n) => addTarget({ name: `Slow ${n}` }))
  const targets: { id: string }[] = await Promise.all(slow)
  for (const { id } of targets) {
    await addMessage(db, { channel: 'webhook', target_id: id, status: 'waiting', content: '{"event":{}}' })
  }
  await work({}, 60_000)
  const running = `select from jobs.job where name = 'webhook' and state = 'active'`
  await vi.waitFor(async () => expect((await db.query(running)).rowCount).toBe(jobKinds.webhook.slots), 20_000)
  await addMessage(db, { status: 'waiting', recipient: 'dana@example.com' })
  await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), 20_000)
  expect((await db.query(running)).rowCount).toBe(jobKinds.webhook.slots)
  hook.setMood('well')
  hook.hangUp()
})

describe('a Slack channel', () => {
  test('gets a text that Slack renders literally, marked with the id', async () => {
    const { id: target } = await addTarget({ kind: 'slack' })
    await addRule({ channel: 'target', targetId: target, isForAll: true })
    await postLead({ company: '<!channel> & Co' })
    await work()
    await become('sent')
    const body = JSON.parse(hook.calls[0]?.body ?? '')
    const [message] = await messages()
    expect(body.text).toBe('New lead: Dana Example, &lt;!channel&gt; &amp; Co')
    expect(body.blocks[0].block_id).toBe(message.id)
    const markup = JSON.stringify(body.blocks.filter(({ type }: { type: string }) => type === 'section'))
    expect(markup).not.toContain('<!channel>')
  })

  test('gets no half character where a text is cut off', async () => {
    const { id: target } = await addTarget({ kind: 'slack' })
    const content = JSON.stringify({ paragraphs: [`.${'😀'.repeat(2000)}`] })
    await addMessage(db, {
      channel: 'slack',
      target_id: target,
      status: 'waiting',
      subject: `.${'😀'.repeat(100)}`,
      content,
    })
    await work()
    await become('sent')
    expect(hook.calls[0]?.body).not.toMatch(/\\ud[89a-f]/i)
  })
})

describe('an email', () => {
  const waiting = (recipient: string) => ({ status: 'waiting', content: '{"paragraphs":["text"]}', recipient })

  test('is text and HTML with the id of its message', async () => {
    await addRule()
    await postLead({ company: 'Example & <b>Co</b>' })
    await work()
    await become('sent')
    const [mail] = mailServer.mails
    const [message] = await messages()
    if (!mail) throw new Error('no mail')
    expect(headerOf(mail, 'Message-ID')).toBe(`<${message.id}@example.com>`)
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(mail, 'From')).toContain('<desk@example.com>')
    expect(mail.raw).toContain('text/plain')
    expect(mail.raw).toContain('Example &amp; &lt;b&gt;Co')
  })

  test('shares its connection with other waiting emails', async () => {
    for (let n = 0; n < 60; n += 1) await addMessage(db, waiting(`visitor-${n}@example.com`))
    mailServer.seen.connections = 0
    await work({}, 10_000)
    await become('sent', 60)
    expect(mailServer.seen.connections).toBeLessThanOrEqual(jobKinds.mail.slots)
  })

  test('that is a reply goes before all other waiting emails', { tags: ['R61'] }, async () => {
    const last = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    // One batch of the relay, and the reply after it.
    for (let n = 0; n < 200; n += 1) await addMessage(db, waiting(`visitor-${n}@example.com`))
    const reply = await addMessage(db, { ...waiting('reply@example.com'), kind: 'reply', id: last })
    mailServer.setMood('hang')
    await work({}, 60_000)
    await vi.waitFor(async () => {
      const { rows } = await db.query(
        `select data ->> 'id' as id from jobs.job where name = 'mail' and state = 'active'`,
      )
      expect(rows).toHaveLength(jobKinds.mail.slots)
      expect(rows.map(({ id }) => id)).toContain(reply)
    }, 20_000)
    mailServer.setMood('well')
    mailServer.takeHeld()
  })

  test('is sent again when the server kept it but reported a failure', { tags: ['R61'] }, async () => {
    await addRule()
    mailServer.setMood('lost')
    await postLead()
    await work()
    hurry()
    await vi.waitFor(() => expect(mailServer.mails.length).toBeGreaterThan(0), 20_000)
    mailServer.setMood('well')
    await become('sent')
    const ids = mailServer.mails.map((mail) => headerOf(mail, 'Message-ID'))
    expect(new Set(ids).size).toBe(1)
  })

  test.each([
    ['our machine', 'block', 554],
    ['our address', 'no-sender', 550],
  ] as const)('waits while the server refuses %s, and cools down with all others', async (_what, mood, status) => {
    await addRule()
    mailServer.setMood(mood)
    await postLead()
    await work({}, 10_000)
    await vi.waitFor(async () => expect((await messages())[0]?.attempts).toBeGreaterThan(0), 20_000)
    expect((await messages())[0]).toMatchObject({
      status: 'waiting',
      error: `The email server won’t let us send anything (${status}).`,
    })
    expect((await db.query('select destination from circuit_breaker')).rows).toEqual([{ destination: 'mail' }])
    mailServer.setMood('well')
    hurry()
    await become('sent')
  })

  test('to an unknown address fails, and can be sent again', async () => {
    await addRule()
    mailServer.setMood('refuse')
    await postLead()
    await work()
    await become('failed')
    expect((await messages())[0]).toMatchObject({ error: 'The email server rejected the address (550).', attempts: 1 })
    mailServer.setMood('well')
    expect((await call('POST', 'messages/resend-failed')).json()).toEqual({ requeued: 1, remaining: 0 })
    await become('sent')
    expect(mailServer.mails).toHaveLength(1)
  })

  test(
    'confirms a request to the visitor once a day when enabled, and repeats nothing except a plain first name',
    { tags: ['E30'] },
    async () => {
      const { version } = (await call('GET', 'lead-routing-settings')).json()
      await call(
        'PUT',
        'lead-routing-settings',
        { confirmsVisitors: true, assigneeIds: [] },
        { 'if-match': String(version) },
      )
      const lead = await postLead({ message: 'Buy my pills', company: 'Pills Example' })
      // Another one of the same day, and one with a URL in the name.
      await postSample()
      await postLead({ email: 'else@example.com', firstName: 'Win at pills.example' })
      await work()
      await become('sent', 2)
      const rawTo = (email: string) => mailServer.mails.find(({ to }) => to.includes(email))?.raw
      const reached = new Set(mailServer.mails.flatMap(({ to }) => to))
      expect(reached).toEqual(new Set(['dana@example.com', 'else@example.com']))
      expect(rawTo('dana@example.com')).toContain('Hello Dana,')
      expect(rawTo('else@example.com')).toContain('Hello,')
      for (const { raw } of mailServer.mails) expect(raw).not.toMatch(/pills/i)
      const timeline = (await call('GET', `leads/${lead}/timeline`)).json()
      expect(timeline[0]).toMatchObject({ kind: 'mail_out', subject: 'We received your request', mailStatus: 'sent' })
    },
  )
})
