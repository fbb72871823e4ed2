import { createHmac, timingSafeEqual } from 'node:crypto'
import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { startMessageDesk } from '../../../test/message-desk.ts'
import { guideBlocks } from '../../../test/guide-requests.ts'
import { postcard, printAtOnce } from '../../../test/print.ts'

const { app, db, hook, other, work, hurry } = await startMessageDesk()

let account: Awaited<ReturnType<typeof addAccount>>
beforeEach(async () => {
  account = await addAccount(db)
})

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, key = account.live.key) =>
  app.inject({
    method,
    url: `/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  })

interface Added {
  Webhook: { Id: string }
  Secret: string
}
async function addWebhook(changes: object = {}, key = account.live.key): Promise<{ id: string; secret: string }> {
  const added = (await call('POST', 'webhooks', { Url: hook.url, Types: null, ...changes }, key)).json<Added>()
  return { id: added.Webhook.Id, secret: added.Secret }
}

const send = async (key = account.live.key): Promise<string> =>
  (await call('POST', 'postcards', postcard({ DryRun: false, Metadata: { order: '4711' } }), key)).json().Id

/** A piece with two events. */
async function sendAndCancel(): Promise<string> {
  const id = await send()
  await call('POST', `pieces/${id}/cancel`)
  return id
}

const received = ({ calls } = hook) => calls.map(({ headers, body }) => ({ headers, ...JSON.parse(body) }))
const arrive = (count: number, receiver = hook) =>
  vi.waitFor(() => expect(receiver.calls).toHaveLength(count), { timeout: 20_000, interval: 20 })
const deliveries = async (id: string) => (await call('GET', `webhooks/${id}/deliveries`)).json()

await printAtOnce(db)

test('the events of a piece arrive in order, as the API lists them, and signed', async () => {
  const { secret } = await addWebhook()
  await work()
  await sendAndCancel()
  await arrive(2)
  const listed = (await call('GET', 'events')).json().toReversed()
  expect(received().map(({ type, timestamp, data }) => ({ type, timestamp, data }))).toEqual(
    listed.map((event: { Type: string; OccurredAt: string }) => ({
      type: event.Type,
      timestamp: event.OccurredAt,
      data: event,
    })),
  )
  expect(received().map(({ type }) => type)).toEqual(['piece.created', 'piece.canceled'])
  for (const { headers, body } of hook.calls) {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
    const signed = {
      'webhook-id': String(id),
      'webhook-timestamp': String(timestamp),
      'webhook-signature': String(signature),
    }
    expect(new Webhook(secret).verify(body, signed)).toEqual(JSON.parse(body))
  }
})

test('a failed event is resent with the same id, and the next one waits for it', async () => {
  await addWebhook()
  await sendAndCancel()
  hook.setMood('lost')
  await work()
  await arrive(1)
  hook.setMood('well')
  hurry()
  await db.query('delete from circuit_breaker')
  await arrive(3)
  const [lost, again, next] = received()
  expect([lost.type, again.type, next.type]).toEqual(['piece.created', 'piece.created', 'piece.canceled'])
  expect(again.headers['webhook-id']).toBe(lost.headers['webhook-id'])
})

test('live events go only to live webhooks of the account that subscribe to their types', async () => {
  const stranger = await addAccount(db)
  await addWebhook({ Types: ['piece.canceled'] })
  await addWebhook({ Url: other.url }, account.test.key)
  await addWebhook({ Url: other.url }, stranger.live.key)
  await work()
  await sendAndCancel()
  await arrive(1)
  await send(account.test.key)
  await arrive(1, other)
  expect(received().map(({ type, data }) => [type, data.Mode])).toEqual([['piece.canceled', 'live']])
  expect(received(other).map(({ type, data }) => [type, data.Mode])).toEqual([['piece.created', 'test']])
})

describe('createWebhook', () => {
  test('201 with a secret that no other response contains', async () => {
    const faults = async (Types: string[]) => (await call('POST', 'webhooks', { Url: hook.url, Types })).json().errors
    expect(await faults([])).toMatchObject([{ pointer: '/Types', code: 'too_few', found: '0 items' }])
    expect(await faults(['piece.lost'])).toMatchObject([{ pointer: '/Types/0', code: 'value_not_allowed' }])
    const repeated = [{ pointer: '/Types', allowed: expect.stringContaining('different items') }]
    expect(await faults(['piece.mailed', 'piece.mailed'])).toMatchObject(repeated)
    const answer = await call('POST', 'webhooks', { Url: hook.url, Types: ['piece.mailed'] })
    expect(answer.statusCode).toBe(201)
    const { Webhook: made, Secret: secret } = answer.json()
    expect(made).toMatchObject({ Url: hook.url, Types: ['piece.mailed'], Active: true })
    expect(secret).toMatch(/^whsec_/)
    expect((await call('GET', `webhooks/${made.Id}`)).body).not.toContain(secret)
  })

  test('409 for the eleventh one', async () => {
    for (let count = 0; count < 10; count += 1) await addWebhook()
    const answer = await call('POST', 'webhooks', { Url: hook.url })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
  })
})

describe('listWebhooks', () => {
  test('200 with the webhooks of the account and the mode of the key', async () => {
    const { id } = await addWebhook()
    await addWebhook({}, account.test.key)
    const answer = await call('GET', 'webhooks')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject([{ Id: id, Mode: 'live' }])
  })
})

describe('getWebhook', () => {
  test('200, and 404 with the key of the other mode', async () => {
    const { id } = await addWebhook()
    expect((await call('GET', `webhooks/${id}`)).json()).toMatchObject({ Id: id, Url: hook.url })
    expect((await call('GET', `webhooks/${id}`, undefined, account.test.key)).statusCode).toBe(404)
  })
})

describe('rotateWebhookSecret', () => {
  test('200: the previous secret and the first one of the day also sign, in case a new one was lost', async () => {
    const { id, secret } = await addWebhook()
    const rotate = async () => (await call('POST', `webhooks/${id}/rotate-secret`)).json<{ Secret: string }>().Secret
    const [lost, before, last] = [await rotate(), await rotate(), await rotate()]
    await work()
    await call('POST', `webhooks/${id}/test`)
    await arrive(1)
    const [{ headers, body } = { headers: {}, body: '' }] = hook.calls
    for (const one of [secret, before, last])
      for (const isAccepted of guideSamples(one))
        expect([isAccepted(headers, body), isAccepted(headers, `${body} `)]).toEqual([true, false])
    for (const isAccepted of guideSamples(lost)) expect(isAccepted(headers, body)).toBe(false)
    await db.query('update message_target set former_until = now()')
    await rotate()
    expect((await db.query('select former_secret from message_target')).rows).toEqual([{ former_secret: last }])
  })
})

/** Results of the guide’s samples for a message: the handler that uses the library, and the function that does not. */
function guideSamples(secret: string): ((headers: object, body: string) => boolean)[] {
  const [handler = ''] = guideBlocks('16-webhooks', 'ts')
  const [ownFunction = ''] = guideBlocks('16-webhooks', 'js')
  const run = (code: string, context: object) =>
    runInNewContext(stripTypeScriptTypes(code.replaceAll(/^import .*\n/gm, '')), context)
  return [
    (headers, body) => {
      let status = 500
      const response = { sendStatus: (next: number) => (status = next) }
      const app = {
        post: (_path: string, _reader: unknown, handle: (request: object, response: object) => void) =>
          handle({ headers, body: Buffer.from(body) }, response),
      }
      const express = Object.assign(() => app, { raw: () => undefined })
      try {
        run(handler, { Webhook, express, process: { env: { WEBHOOK_SECRET: secret } } })
      } catch {
        // Express responds with 500.
      }
      return status === 204
    },
    (headers, body) =>
      run(`${ownFunction}; isSigned(secret, headers, body)`, {
        createHmac,
        timingSafeEqual,
        Buffer,
        secret,
        headers,
        body,
      }),
  ]
}

describe('testWebhook', () => {
  test('201 with an event that is sent immediately', async () => {
    const { id } = await addWebhook()
    await work()
    const answer = await call('POST', `webhooks/${id}/test`)
    expect([answer.statusCode, answer.json().Status]).toEqual([201, 'waiting'])
    await arrive(1)
    expect(received()).toMatchObject([{ type: 'test' }])
  })
})

describe('listWebhookDeliveries', () => {
  test('200 with the result of each delivery, newest first', async () => {
    const { id } = await addWebhook()
    hook.setMood('lost')
    await work()
    await send()
    await arrive(1)
    await vi.waitFor(async () =>
      expect(await deliveries(id)).toMatchObject([{ Status: 'waiting', Attempts: 1, Error: expect.any(String) }]),
    )
  })
})

describe('resendWebhookDelivery', () => {
  test('200, with the same id', async () => {
    const { id } = await addWebhook()
    await work()
    await send()
    await arrive(1)
    await vi.waitFor(async () => expect(await deliveries(id)).toMatchObject([{ Status: 'sent' }]))
    const [{ Id }] = await deliveries(id)
    const answer = await call('POST', `webhook-deliveries/${Id}/resend`)
    expect([answer.statusCode, answer.json().Status]).toEqual([200, 'waiting'])
    expect((await call('POST', `webhook-deliveries/${id}/resend`)).body).toContain('The delivery was not found.')
    await arrive(2)
    expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })
})

describe('replayWebhook', () => {
  const aroundNow = async () => {
    const { rows } = await db.query(`select now() - interval '1 hour' as "from", now() + interval '1 hour' as "to"`)
    return { From: rows[0].from.toISOString(), To: rows[0].to.toISOString() }
  }

  test('resends the events of a range with their ids, including those that the webhook never received', async () => {
    await send()
    const { id } = await addWebhook()
    await work()
    const first = await call('POST', `webhooks/${id}/replay`, await aroundNow())
    expect(first.json()).toEqual({ Queued: 1, Cursor: null })
    await arrive(1)
    await vi.waitFor(async () => expect(await deliveries(id)).toMatchObject([{ Status: 'sent' }]))
    await call('POST', `webhooks/${id}/replay`, await aroundNow())
    await arrive(2)
    expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('400 for a range that ends before it begins or is too long, and for an invalid cursor', async () => {
    const { id } = await addWebhook()
    const { From: from, To: to } = await aroundNow()
    for (const [range, code] of [
      [{ From: to, To: from }, 'too_small'],
      [{ From: '2026-01-01T00:00:00.000Z', To: '2026-03-01T00:00:00.000Z' }, 'too_large'],
    ] as const) {
      const answer = await call('POST', `webhooks/${id}/replay`, range)
      expect([answer.statusCode, answer.json().errors[0]]).toEqual([
        400,
        expect.objectContaining({ pointer: '/To', code, remedy: expect.any(String) }),
      ])
    }
    const yearZero = { From: '0000-01-01T00:00:00Z', To: '0000-01-02T00:00:00Z' }
    expect((await call('POST', `webhooks/${id}/replay`, yearZero)).statusCode).toBe(400)
    const answer = await call('POST', `webhooks/${id}/replay`, { From: from, To: to, Cursor: 'nonsense' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_cursor'])
  })
})

describe('updateWebhook', () => {
  test('200: a disabled webhook receives nothing', async () => {
    const { id } = await addWebhook()
    await send()
    expect((await call('PATCH', `webhooks/${id}`, { Active: false })).json()).toMatchObject({ Active: false })
    expect(await deliveries(id)).toMatchObject([{ Status: 'canceled' }])
    await call('PATCH', `webhooks/${id}`, { Active: true })
    await work()
    await send()
    await arrive(1)
  })
})

describe('deleteWebhook', () => {
  test('204: it receives nothing more', async () => {
    const { id } = await addWebhook()
    expect((await call('DELETE', `webhooks/${id}`)).statusCode).toBe(204)
    expect((await call('GET', `webhooks/${id}`)).statusCode).toBe(404)
    await send()
    const { rows } = await db.query(`select 1 from message where status = 'waiting'`)
    expect(rows).toEqual([])
  })
})
