import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from '@app/contract'
import { buildApp } from '../../app.ts'
import { leadInput, sampleRequestInput, signIn, startApp } from '../../../test/harness.ts'
import { liveStreams, streamLimits } from './live-streams.ts'

const { app, config, orm, db, makeStaff } = await startApp()
// A second instance on the same database.
const other = await buildApp(config, orm)
await app.listen({ port: 0, host: '127.0.0.1' })
await other.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => other.close())

const open: { close: () => void }[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
beforeEach(async () => {
  await db.query('truncate rate_limit')
})

/** A browser's view of the stream of one instance, on a separate connection. */
async function listenTo(instance: typeof app, cookie: string, query = '') {
  const { port } = instance.server.address() as AddressInfo
  const call = get({ port, path: `/api/admin/events${query}`, headers: { cookie }, agent: false })
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const close = () => void call.destroy()
  open.push({ close })
  const chunks = answer.setEncoding('utf8').iterator() as AsyncIterator<string>
  let text = ''
  return {
    status: answer.statusCode,
    headers: answer.headers,
    close,
    /** The next event, or undefined when the stream has ended. */
    async next(): Promise<LiveEvent | undefined> {
      for (;;) {
        const [frame, ...rest] = text.split('\n\n')
        if (rest.length > 0) {
          text = rest.join('\n\n')
          if (frame?.startsWith('data: ')) return JSON.parse(frame.slice(6)) as LiveEvent
        } else {
          const { done, value } = await chunks.next()
          if (done) return undefined
          text += value
        }
      }
    },
  }
}

const postLead = async (instance = app, changes = {}, headers = {}): Promise<string> => {
  const answer = await instance.inject({ method: 'POST', url: '/api/leads', payload: leadInput(changes), headers })
  expect(answer.statusCode).toBe(201)
  return answer.json().id
}

/** Ids of this many records of a kind, however they were grouped into events. */
async function newsOf(stream: Awaited<ReturnType<typeof listenTo>>, kind: LiveEvent['kind'], count: number) {
  const ids: string[] = []
  while (ids.length < count) {
    const event = await stream.next()
    if (!event) throw new Error('the stream ended')
    if (event.kind === kind) ids.push(...event.ids)
  }
  return ids
}

const listeners = async () => {
  const { rows } = await db.query(
    "select pid from pg_stat_activity where application_name = 'direct-mail-listener' and datname = current_database()",
  )
  return rows.length
}

describe('streamEvents', () => {
  test('200 with what another instance stored, by its id and nothing else', async () => {
    const { cookie } = await makeStaff('viewer')
    const stream = await listenTo(app, cookie)
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers['cache-control']).toBe('no-store')
    expect(await stream.next()).toEqual({ kind: 'ready', count: 0, ids: [], at: expect.any(String) })
    const id = await postLead(other)
    expect(await stream.next()).toEqual({ kind: 'leads', count: 1, ids: [id], at: expect.any(String) })
    const payload = sampleRequestInput()
    const request = await other.inject({ method: 'POST', url: '/api/print-samples', payload })
    expect(await stream.next()).toMatchObject({ kind: 'sample_requests', count: 1, ids: [request.json().id] })
  })

  test('200 groups many records, and omits spam and repeated keys', async () => {
    const { cookie } = await makeStaff()
    const stream = await listenTo(other, cookie)
    await stream.next()
    const first = await postLead()
    await postLead(app, { website: 'https://spam.example' })
    const key = { 'idempotency-key': 'a-key-that-comes-twice' }
    const keyed = await postLead(app, {}, key)
    expect(await postLead(app, {}, key)).toBe(keyed)
    const crowd = await Promise.all(Array.from({ length: 20 }, () => postLead()))
    expect((await newsOf(stream, 'leads', 22)).toSorted()).toEqual([first, keyed, ...crowd].toSorted())
  })

  test('200 continues after an event that only a newer release can parse', async () => {
    const { cookie } = await makeStaff()
    const stream = await listenTo(app, cookie)
    await stream.next()
    await db.query(`select pg_notify('arrival', '{"kind":"of_tomorrow","count":1,"ids":[]}')`)
    const id = await postLead()
    expect(await stream.next()).toMatchObject({ kind: 'leads', ids: [id] })
  })

  test('200 begins with the events from while the subscriber was disconnected', async () => {
    const { cookie } = await makeStaff()
    await db.query("update lead set created_at = now() - interval '1 hour'")
    await db.query("update sample_request set created_at = now() - interval '1 hour'")
    const before = new Date().toISOString()
    const present = await listenTo(app, cookie)
    const id = await postLead()
    // Announced up to a second later: after this, no stream of a later test receives it.
    expect(await newsOf(present, 'leads', 1)).toEqual([id])
    const stream = await listenTo(other, cookie, `?since=${before}`)
    expect(await stream.next()).toMatchObject({ kind: 'ready' })
    expect(await stream.next()).toMatchObject({ kind: 'leads', count: 1, ids: [id] })
  })

  test('200 on all streams of a process through one connection, released after the last one', async () => {
    const alone = liveStreams({ databaseUrl: config.databaseUrl, onFailure: () => {}, checkMs: 20 })
    const before = await listeners()
    const keys = ['00', '01', '02']
    const streams = await Promise.all(keys.map((key) => alone.open({ sessionKey: key, staffId: key }, async () => [])))
    expect(await listeners()).toBe(before + 1)
    for (const stream of streams) stream.destroy()
    await vi.waitFor(async () => expect(await listeners()).toBe(before), 10_000)
    await alone.close()
  })

  test('200 until the staff member signs out, on any instance', async () => {
    const { cookie } = await makeStaff()
    const stays = await makeStaff()
    const stream = await listenTo(app, cookie)
    const neighbor = await listenTo(app, stays.cookie)
    await stream.next()
    await neighbor.next()
    await other.inject({ method: 'GET', url: '/api/logout', headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect(await stream.next()).toMatchObject({ kind: 'signed_out' })
    expect(await stream.next()).toBeUndefined()
    await postLead()
    expect(await neighbor.next()).toMatchObject({ kind: 'leads' })
  })

  test('200 until an owner disables the account, without waiting for the next poll', async () => {
    const owner = await makeStaff()
    const { email } = await makeStaff('viewer')
    const { rows } = await db.query<{ id: string; key: string }>(
      `select u.id, encode(s.id_hash, 'hex') as key
         from staff_user u join staff_session s on s.staff_id = u.id where u.email = $1`,
      [email],
    )
    const patient = liveStreams({ databaseUrl: config.databaseUrl, onFailure: () => {}, checkMs: 3_600_000 })
    const events = await patient.open({ sessionKey: rows[0]?.key ?? '', staffId: '' }, async () => [])
    await app.inject({
      method: 'PUT',
      url: `/api/admin/staff/${rows[0]?.id}/enabled`,
      headers: { cookie: owner.cookie },
      payload: { isEnabled: false },
    })
    const kinds: string[] = []
    for await (const event of events) kinds.push((event as LiveEvent).kind)
    expect(kinds).toEqual(['ready', 'signed_out'])
    await patient.close()
  })

  test('200 until the session expires, which the stream does not extend', async () => {
    const { cookie } = await makeStaff()
    await db.query("update staff_session set seen_at = now() - interval '20 minutes'")
    const stream = await listenTo(app, cookie)
    await stream.next()
    const { rows } = await db.query<{ key: string; idle: boolean }>(
      `select encode(id_hash, 'hex') as key, seen_at < now() - interval '19 minutes' as idle
         from staff_session order by created_at desc limit 1`,
    )
    expect(rows[0]?.idle).toBe(true)
    // The same with a shorter polling interval.
    const impatient = liveStreams({ databaseUrl: config.databaseUrl, onFailure: () => {}, checkMs: 20 })
    const events = await impatient.open({ sessionKey: rows[0]?.key ?? '', staffId: '' }, async () => [])
    await db.query("update staff_session set seen_at = now() - interval '31 minutes'")
    const kinds: string[] = []
    for await (const event of events) kinds.push((event as LiveEvent).kind)
    expect(kinds).toEqual(['ready', 'signed_out'])
    await impatient.close()
  })

  test('200 ends when the database disconnects, and can be opened again', async () => {
    const { cookie } = await makeStaff()
    const stream = await listenTo(app, cookie)
    await stream.next()
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'direct-mail-listener' and datname = current_database()`,
    )
    expect(await stream.next()).toBeUndefined()
    const again = await listenTo(app, cookie)
    expect(await again.next()).toMatchObject({ kind: 'ready' })
  })

  test('200 ends when the server is about to shut down, and 503 after that', async () => {
    const { cookie } = await makeStaff()
    const ending = await buildApp(config, orm)
    await ending.listen({ port: 0, host: '127.0.0.1' })
    const stream = await listenTo(ending, cookie)
    await stream.next()
    const closed = ending.close()
    expect(await stream.next()).toBeUndefined()
    await closed
    const streams = liveStreams({ databaseUrl: config.databaseUrl, onFailure: () => {} })
    await streams.close()
    await expect(streams.open({ sessionKey: '00', staffId: '' }, async () => [])).rejects.toMatchObject({ status: 503 })
    await streams.close()
  })

  test('429 for a fourth stream of one session, until one of the three is closed', async () => {
    const { cookie } = await makeStaff()
    const neighbor = await makeStaff()
    const streams = [await listenTo(app, cookie), await listenTo(app, cookie), await listenTo(app, cookie)]
    const fourth = await listenTo(app, cookie)
    expect(fourth.status).toBe(429)
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
    expect((await listenTo(app, neighbor.cookie)).status).toBe(200)
    streams[0]?.close()
    await vi.waitFor(async () => expect((await listenTo(app, cookie)).status).toBe(200), 10_000)
  })

  test('429 for the thirteenth stream of one account, however many sessions it has', { tags: ['E25'] }, async () => {
    const { email, cookie } = await makeStaff()
    const neighbor = await makeStaff()
    const cookies = [cookie, ...(await Promise.all([1, 2, 3, 4].map(() => signIn(app, email))))]
    const opened: unknown[] = []
    for (const one of cookies) {
      for (let n = 0; n < 3 && opened.length < streamLimits.account; n += 1)
        opened.push((await listenTo(app, one)).status)
    }
    expect(new Set(opened)).toEqual(new Set([200]))
    const refused = await listenTo(app, cookies[4] ?? '')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await listenTo(app, neighbor.cookie)).status).toBe(200)
  })

  test('503 when the process has reached its maximum of streams', { tags: ['E25'] }, async () => {
    const small = liveStreams({
      databaseUrl: config.databaseUrl,
      onFailure: () => {},
      limits: { session: 3, account: 12, process: 2 },
    })
    const open = (staffId: string) => small.open({ sessionKey: '00', staffId }, async () => [])
    const first = await open('one')
    await open('two')
    await expect(open('three')).rejects.toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 60 })
    first.destroy()
    await vi.waitFor(() => expect(open('three')).resolves.toBeDefined(), 10_000)
    await small.close()
  })

  test('405 for HEAD, which would never end, and 400 for an invalid instant', async () => {
    const { cookie } = await makeStaff()
    const head = await app.inject({ method: 'HEAD', url: '/api/admin/events', headers: { cookie } })
    expect(head.statusCode).toBe(405)
    expect(head.headers.allow).toBe('GET')
    for (const since of ['yesterday', '0000-01-01T00:00:00Z'])
      expect((await listenTo(app, cookie, `?since=${since}`)).status).toBe(400)
    expect((await listenTo(app, cookie, '?since=0001-01-01T00:00:00Z')).status).toBe(200)
  })
})
