import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addStaff } from '../src/modules/staff/new-accounts.service.ts'
import { anotherInstance, leadInput, password, postSignIn, startApp } from './harness.ts'

const behindTls = {
  SITE_URL: 'https://www.example.com',
  ADMIN_URL: 'https://staff.example.com/admin',
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '6',
}
const { app, orm, db, config } = await startApp(behindTls)
const email = 'owner@example.com'
await addStaff(orm.em.fork(), { email, name: 'Owner', password, role: 'owner' })
const otherInstance = await anotherInstance(config, behindTls)
afterAll(() => otherInstance.close())

const tls = { host: 'api.example.com', 'x-forwarded-proto': 'https' }

test('over TLS the cookie is bound to the host and never sent unencrypted', { tags: ['A17', 'C08'] }, async () => {
  const answer = await postSignIn(app, { email, password }, tls)
  expect(answer.statusCode).toBe(303)
  expect(answer.cookies[0]).toMatchObject({
    name: '__Host-sid',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
  expect(answer.cookies[0]?.domain).toBeUndefined()
  expect(answer.headers['strict-transport-security']).toContain('max-age=63072000')
  const unreadable = await app.inject({ method: 'GET', url: '/%E0%A4%A', headers: tls })
  expect(unreadable.headers['strict-transport-security']).toContain('max-age=63072000')
})

test('over TLS, signing out clears that cookie', async () => {
  const { cookies } = await postSignIn(app, { email, password }, tls)
  const headers = { ...tls, cookie: `__Host-sid=${cookies[0]?.value}`, 'sec-fetch-site': 'same-origin' }
  const answer = await app.inject({ url: '/api/logout', headers })
  // A browser ignores the deletion of a cookie with this prefix unless the deletion itself is secure.
  expect(answer.cookies).toMatchObject([{ name: '__Host-sid', value: '', maxAge: 0, secure: true, path: '/' }])
})

test('on another host, redirects use the absolute URL of the staff app', async () => {
  const wanted = 'https://staff.example.com/admin/samples?tab=requests'
  const answer = await postSignIn(app, { email, password, return_to: wanted }, tls)
  expect(answer.headers.location).toBe(wanted)
  const evil = await postSignIn(app, { email, password, return_to: 'https://evil.example/admin' }, tls)
  expect(evil.headers.location).toBe('https://staff.example.com/admin')
})

test('a session of one instance is valid on the other', async () => {
  await db.query('truncate rate_limit')
  const answer = await postSignIn(app, { email, password }, tls)
  const cookie = `${answer.cookies[0]?.name}=${answer.cookies[0]?.value}`
  const user = await otherInstance.inject({ url: '/api/auth/user', headers: { ...tls, cookie } })
  expect(user.statusCode).toBe(200)
})

test('sign-in attempts are counted across both instances', { tags: ['B03'] }, async () => {
  await db.query('truncate rate_limit')
  const tried: number[] = []
  for (let n = 0; n < 7; n += 1) {
    const instance = n % 2 === 0 ? app : otherInstance
    tried.push((await postSignIn(instance, { email: 'somebody@example.com', password: `wrong ${n}` }, tls)).statusCode)
  }
  expect(tried).toEqual([401, 401, 401, 401, 401, 401, 429])
})

test('one key sent to both instances at the same time stores one lead and gets one response', async () => {
  const key = randomUUID()
  const payload = leadInput()
  const send = (instance: typeof app) =>
    instance.inject({ method: 'POST', url: '/api/leads', headers: { 'idempotency-key': key }, payload })
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n % 2 ? app : otherInstance)))
  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(replies[0]?.statusCode).toBe(201)
  const { rows } = await db.query('select count(*)::int from lead where idempotency_key = $1', [key])
  expect(rows).toEqual([{ count: 1 }])
})
