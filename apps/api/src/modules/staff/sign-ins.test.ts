import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SignIn, StaffUser } from '@app/contract'
import { logLines } from '../../../test/log-lines.ts'
import { password, postSignIn, startApp, timeAgo } from '../../../test/harness.ts'
import { networkOfCaller } from './sign-ins.service.ts'

const { app, db, makeStaff } = await startApp({
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '3',
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'info',
})
const lines = logLines(app)

beforeEach(async () => {
  await db.query('delete from staff_user; truncate sign_in, rate_limit')
  lines.length = 0
})

async function person(role: StaffUser['role'] = 'owner') {
  const made = await makeStaff(role)
  await db.query('truncate sign_in, rate_limit')
  lines.length = 0
  return made
}

const from = { 'x-forwarded-for': '203.0.113.77' }
const attempt = (email: string, secret = password, headers: Record<string, string> = from) =>
  postSignIn(app, { email, password: secret }, headers)
const get = (url: string, cookie: string) => app.inject({ method: 'GET', url, headers: { cookie } })
const history = async (cookie: string, query = ''): Promise<SignIn[]> =>
  (await get(`/api/admin/sign-ins${query}`, cookie)).json()

describe('listSignIns', () => {
  test('200 newest first, with the person, the outcome, and the network, without an email', async () => {
    const before = await timeAgo(db, '0')
    const { email, cookie, id } = await person()
    await attempt(email, 'not the password')
    await attempt(' nobody@example.com')
    expect((await attempt(email.toUpperCase())).statusCode).toBe(303)
    const attempts = await history(cookie)
    expect(attempts).toEqual([
      {
        id: expect.any(String),
        outcome: 'signed_in',
        method: 'password',
        network: '203.0.113.0/24',
        attempts: 1,
        staffId: id,
        staffName: 'Staff owner',
        createdAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ outcome: 'refused', attempts: 1 }),
      expect.objectContaining({ outcome: 'refused', staffId: id }),
    ])
    expect(attempts[1]).not.toHaveProperty('staffId')
    expect(JSON.stringify((await db.query('select * from sign_in')).rows)).not.toMatch(/example\.com|113\.77/)
    const [account] = (await get('/api/admin/staff', cookie)).json()
    expect(Date.parse(account.lastSignInAt)).toBeGreaterThanOrEqual(before.getTime())
  })

  test('200 with rate-limited attempts of the same minute grouped as one', async () => {
    const { email, cookie, id } = await person()
    for (let n = 0; n < 8; n += 1) await attempt(email, `wrong ${n}`)
    expect(await history(cookie)).toMatchObject([
      { outcome: 'limited', attempts: 5, staffId: id },
      { outcome: 'refused' },
      { outcome: 'refused' },
      { outcome: 'refused' },
    ])
  })

  test('200 for one account, for one outcome, page by page', async () => {
    const { email, cookie, id } = await person()
    const other = await person('viewer')
    await attempt(email)
    await attempt(other.email)
    await attempt(other.email, 'not the password', { 'x-forwarded-for': '198.51.100.9' })
    expect(await history(cookie, `?staffId=${id}`)).toMatchObject([{ staffId: id }])
    expect(await history(cookie, '?outcome=refused')).toMatchObject([{ network: '198.51.100.0/24' }])
    expect(await history(cookie, `?staffId=${randomUUID()}`)).toEqual([])
    const page = await get('/api/admin/sign-ins?limit=2', cookie)
    expect(page.headers['x-total-count']).toBe('3')
    const next = /<([^>]*)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await get(next, cookie)).json()).toMatchObject([{ staffId: id, outcome: 'signed_in' }])
  })
})

describe('listOwnSignIns', () => {
  test('200 with only one’s own attempts', async () => {
    const owner = await person()
    const viewer = await person('viewer')
    await attempt(owner.email)
    await attempt(viewer.email, 'not the password')
    const own = await get('/api/auth/sign-ins', viewer.cookie)
    expect(own.json()).toMatchObject([{ outcome: 'refused', staffId: viewer.id }])
    expect(own.headers['x-total-count']).toBe('1')
    expect((await get(`/api/auth/sign-ins?staffId=${owner.id}`, viewer.cookie)).statusCode).toBe(400)
  })
})

describe('the log', () => {
  test('has one line per attempt, with its request but no email, password or address', { tags: ['B13'] }, async () => {
    const { email, id } = await person()
    await attempt(email)
    await attempt(email, 'not the password')
    for (let n = 0; n < 4; n += 1) await attempt('nobody@example.com', 'not the password')
    const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => /sign/.test(event))
    expect(events.map(({ event }) => event)).toEqual([
      'signed_in',
      ...Array.from({ length: 2 }, () => 'sign_in_refused'),
      ...Array.from({ length: 3 }, () => 'sign_in_limited'),
    ])
    expect(events[0]).toMatchObject({ staffId: id, network: '203.0.113.0/24', reqId: expect.any(String) })
    expect(events[1]).toMatchObject({ account: expect.stringMatching(/^[0-9a-f]{12}$/), network: '203.0.113.0/24' })
    const log = lines.join('\n')
    for (const secret of [email, 'nobody@example.com', password, 'not the password', '203.0.113.77']) {
      expect(log).not.toContain(secret)
    }
  })
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['', 'unknown'],
])('the network of %j is %s', (address, network) => {
  expect(networkOfCaller(address)).toBe(network)
})
