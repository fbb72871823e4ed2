import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { BrowserSession } from '@app/contract'
import { anotherInstance, postSignIn, password, startApp } from '../../../test/harness.ts'
import { browserWords } from './browser-words.ts'

const { app, config, db, makeStaff } = await startApp()
const elsewhere = await anotherInstance(config, {})
afterAll(() => elsewhere.close())

const own = { id: '', email: '', cookie: '' }

beforeEach(async () => {
  await db.query('delete from staff_user; truncate record_change, rate_limit')
  Object.assign(own, await makeStaff('viewer'))
})

const call = (method: 'GET' | 'DELETE', url: string, cookie = own.cookie, to = app) =>
  to.inject({ method, url, headers: { cookie } })
const listed = async (cookie = own.cookie): Promise<BrowserSession[]> =>
  (await call('GET', '/api/auth/sessions', cookie)).json()
const statusOf = async (cookie: string, to = app) => (await call('GET', '/api/auth/user', cookie, to)).statusCode
const actions = async () =>
  (await db.query('select action, actor, record_name as person from record_change order by id')).rows

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/** Signs in with another browser, from another network. */
async function signInAgain(email = own.email, userAgent = chrome): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
    payload: new URLSearchParams({ email, password }).toString(),
    remoteAddress: '203.0.113.77',
  })
  const [cookie] = answer.cookies
  return `${cookie?.name}=${cookie?.value}`
}

/** A stream of this session on this instance, and its events until it ends. */
async function openStream(cookie: string, to = app) {
  const { stream } = await to.inject({ url: '/api/admin/events', headers: { cookie }, payloadAsStream: true })
  const content = stream()
  const said: string[] = []
  const ended = (async () => {
    for await (const part of content) said.push(String(part))
    return said.join('')
  })()
  return { ended }
}

describe('listOwnSessions', () => {
  test('200 with the current session first, each with its browser and network', async () => {
    await signInAgain()
    const sessions = await listed()
    expect(sessions).toMatchObject([
      { isCurrent: true, network: '127.0.0.0/24' },
      { isCurrent: false, browser: 'Chrome on Windows', network: '203.0.113.0/24' },
    ])
    for (const { startedAt, endsAt } of sessions) {
      expect(new Date(endsAt).getTime() - new Date(startedAt).getTime()).toBe(12 * 3_600_000)
    }
  })

  test('200 without anything that opens a session: the cookie, the id in it, or its stored hash', async () => {
    const { rows } = await db.query(`select encode(id_hash, 'hex') as hash, id from staff_session`)
    const answer = await call('GET', '/api/auth/sessions')
    expect(answer.json()).toHaveLength(1)
    expect(answer.json()[0].id).toBe(rows[0].id)
    expect(answer.body).not.toContain(rows[0].hash)
    const secret = decodeURIComponent(own.cookie.split('=')[1] ?? '').split('.')[0] ?? ''
    expect(secret.length).toBeGreaterThan(20)
    expect(answer.body).not.toContain(secret)
    // The id that is shown opens nothing.
    expect(await statusOf(`sid=${rows[0].id}`)).toBe(401)
  })

  test('200 without expired sessions, for this account only', async () => {
    await makeStaff('viewer')
    await signInAgain()
    await db.query("update staff_session set seen_at = now() - interval '31 minutes' where browser is not null")
    expect(await listed()).toHaveLength(1)
    await db.query("update staff_session set created_at = now() - interval '13 hours' where browser is not null")
    expect(await listed()).toHaveLength(1)
  })

  test('200 with a session whose browser and network are not recorded', async () => {
    await db.query('update staff_session set browser = null, network = null')
    const [session] = await listed()
    expect(Object.keys(session ?? {}).toSorted()).toEqual(['endsAt', 'id', 'isCurrent', 'lastUsedAt', 'startedAt'])
  })
})

describe('deleteOwnSession', () => {
  test('200: it is rejected immediately on every instance, and its live events end', { tags: ['A11'] }, async () => {
    const other = await signInAgain()
    const streams = await Promise.all([openStream(other), openStream(other, elsewhere)])
    const [, session] = await listed()
    const left = await call('DELETE', `/api/auth/sessions/${session?.id}`)
    expect([left.statusCode, left.json()]).toEqual([200, [expect.objectContaining({ isCurrent: true })]])
    expect([await statusOf(other), await statusOf(other, elsewhere), await statusOf(own.cookie)]).toEqual([
      401, 401, 200,
    ])
    for (const { ended } of streams) expect(await ended).toContain('"kind":"signed_out"')
    const name = 'Staff viewer'
    expect(await actions()).toEqual([{ action: 'session_end', actor: name, person: name }])
  })

  test('409 for the current session, which stays', async () => {
    const [session] = await listed()
    const answer = await call('DELETE', `/api/auth/sessions/${session?.id}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'own_session'])
    expect(await statusOf(own.cookie)).toBe(200)
  })

  test("404 for someone else's session, which stays, and for one that has just ended", async () => {
    const stranger = await makeStaff('owner')
    const [theirs] = await listed(stranger.cookie)
    expect((await call('DELETE', `/api/auth/sessions/${theirs?.id}`)).statusCode).toBe(404)
    expect(await statusOf(stranger.cookie)).toBe(200)
    await signInAgain()
    const [, mine] = await listed()
    const twice = [call('DELETE', `/api/auth/sessions/${mine?.id}`), call('DELETE', `/api/auth/sessions/${mine?.id}`)]
    expect((await Promise.all(twice)).map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 404]))
  })
})

describe('deleteOtherSessions', () => {
  test('200: all others end, and so does a half-finished sign-in', async () => {
    const others = [await signInAgain(), await signInAgain()]
    const stranger = await makeStaff('viewer')
    expect((await call('DELETE', '/api/auth/sessions')).statusCode).toBe(200)
    const statuses = [own.cookie, stranger.cookie, ...others].map((cookie) => statusOf(cookie))
    expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401])
    expect(await actions()).toMatchObject([{ action: 'sessions_end' }])
    // Nothing is left to end, so nothing is recorded.
    expect((await call('DELETE', '/api/auth/sessions')).statusCode).toBe(200)
    expect(await actions()).toHaveLength(1)
  })
})

describe('an owner', () => {
  const owner = { id: '', email: '', cookie: '' }
  beforeEach(async () => {
    Object.assign(owner, await makeStaff('owner'))
  })

  describe('listStaffSessions', () => {
    test('200 with the sessions of an account, 404 without the account', async () => {
      await signInAgain()
      const answer = await call('GET', `/api/admin/staff/${own.id}/sessions`, owner.cookie)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject([{ isCurrent: false, browser: 'Chrome on Windows' }, { isCurrent: false }])
      const self = await call('GET', `/api/admin/staff/${owner.id}/sessions`, owner.cookie)
      expect(self.json()).toMatchObject([{ isCurrent: true }])
      expect((await call('GET', `/api/admin/staff/${randomUUID()}/sessions`, owner.cookie)).statusCode).toBe(404)
    })
  })

  describe('deleteStaffSession', () => {
    test('200 ends a session and records who did it', async () => {
      const other = await signInAgain()
      const session = (await listed()).find(({ browser }) => browser === 'Chrome on Windows')
      expect((await call('DELETE', `/api/admin/staff-sessions/${session?.id}`, owner.cookie)).statusCode).toBe(200)
      expect([await statusOf(other), await statusOf(own.cookie)]).toEqual([401, 200])
      expect(await actions()).toEqual([{ action: 'session_end', actor: 'Staff owner', person: 'Staff viewer' }])
      expect((await call('DELETE', `/api/admin/staff-sessions/${session?.id}`, owner.cookie)).statusCode).toBe(404)
    })

    test('409 for a session of one’s own account', async () => {
      const [session] = await listed(owner.cookie)
      const answer = await call('DELETE', `/api/admin/staff-sessions/${session?.id}`, owner.cookie)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'own_account'])
      expect(await statusOf(owner.cookie)).toBe(200)
    })
  })

  describe('deleteStaffSessions', () => {
    test('200 ends all sessions of an account, which may sign in again', async () => {
      const other = await signInAgain()
      expect((await call('DELETE', `/api/admin/staff/${own.id}/sessions`, owner.cookie)).statusCode).toBe(200)
      expect([await statusOf(other), await statusOf(own.cookie), await statusOf(owner.cookie)]).toEqual([401, 401, 200])
      expect(await actions()).toEqual([{ action: 'sessions_end', actor: 'Staff owner', person: 'Staff viewer' }])
      expect((await postSignIn(app, { email: own.email, password })).statusCode).toBe(303)
    })

    test('404 for a missing account, 409 for one’s own', async () => {
      expect((await call('DELETE', `/api/admin/staff/${randomUUID()}/sessions`, owner.cookie)).statusCode).toBe(404)
      expect((await call('DELETE', `/api/admin/staff/${owner.id}/sessions`, owner.cookie)).statusCode).toBe(409)
      expect(await statusOf(owner.cookie)).toBe(200)
    })
  })
})

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
test.each([
  [chrome, 'Chrome on Windows'],
  [`${chrome} Edg/143.0.0.0`, 'Edge on Windows'],
  [`${chrome} OPR/120.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.1 Safari/605.1.15`, 'Safari on macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${webkit} Version/26.1 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${webkit} CriOS/143.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.17.0', null],
  ['A thing of its own (Linux)', 'A browser on Linux'],
  [`${'x'.repeat(10_000)} Chrome/1 Windows`, null],
  [undefined, null],
])('%s is called %s', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words)
})
