import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { app, db, makeStaff, countRows } = await startApp()

const whoAmI = (cookie: string) => app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie } })

beforeEach(async () => {
  await db.query('truncate rate_limit')
})

const fromOurPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }

describe('signOut', () => {
  test.each([
    ['a page on a sibling host', 'GET', { 'sec-fetch-site': 'same-site', referer: 'http://evil.localhost:3000/' }],
    ['a page on a sibling host that sends no referrer', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['HEAD', 'HEAD', { 'sec-fetch-site': 'same-origin' }],
    ['an image in one of our own pages', 'GET', { ...fromOurPage, 'sec-fetch-dest': 'image' }],
    ['a page that the browser prefetches', 'GET', { ...fromOurPage, 'sec-purpose': 'prefetch;prerender' }],
    ['a page that an older browser prefetches', 'GET', { ...fromOurPage, purpose: 'prefetch' }],
    ['a page that Firefox prefetches', 'GET', { ...fromOurPage, 'x-moz': 'prefetch' }],
    ['a browser that does not say where it comes from', 'GET', {}],
    ['one that comes from elsewhere', 'GET', { referer: 'https://evil.example/' }],
    ['the insecure twin of a page', 'GET', { referer: 'https://localhost:80/' }],
  ] as const)('200 with a page that asks, for %s', { tags: ['A25'] }, async (_what, method, headers) => {
    const { cookie } = await makeStaff()
    const answer = await app.inject({ method, url: '/api/logout', headers: { cookie, ...headers } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(method === 'GET' ? '<form method="post" action="/api/logout">' : '')
    expect((await whoAmI(cookie)).statusCode).toBe(200)
  })

  test.each([
    ['a typed URL', { 'sec-fetch-site': 'none' }],
    ['the staff app on a sibling host', { 'sec-fetch-site': 'same-site', referer: 'http://localhost:3000/' }],
    ['the staff app in an old browser', { referer: 'http://localhost:3000/admin/samples' }],
    ['an API page in an old browser', { referer: 'http://localhost:80/api/login' }],
  ])('303 for %s', async (_what, headers) => {
    const { cookie } = await makeStaff()
    const answer = await app.inject({ method: 'GET', url: '/api/logout', headers: { cookie, ...headers } })
    expect(answer.statusCode).toBe(303)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  test('303 and the session is gone', { tags: ['A11'] }, async () => {
    const { cookie } = await makeStaff()
    await db.query('truncate rate_limit')
    const before = await countRows('staff_session')
    const answer = await app.inject({ method: 'GET', url: '/api/logout', headers: { cookie, ...fromOurPage } })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/api/login')
    expect(answer.cookies).toMatchObject([{ name: 'sid', value: '', maxAge: 0, path: '/' }])
    expect(await countRows('staff_session')).toBe(before - 1)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  test('303 without a session, too', async () => {
    expect((await app.inject({ method: 'GET', url: '/api/logout' })).statusCode).toBe(303)
  })

  test('403 for a request from another site, and the session stays', { tags: ['A22'] }, async () => {
    const { cookie } = await makeStaff()
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await app.inject({ method: 'GET', url: '/api/logout', headers })).statusCode).toBe(403)
    expect((await whoAmI(cookie)).statusCode).toBe(200)
  })
})

describe('confirmSignOut', () => {
  const confirm = (cookie: string, headers = {}) =>
    app.inject({ method: 'POST', url: '/api/logout', headers: { cookie, ...headers } })

  test('303 and the session is gone', { tags: ['A25'] }, async () => {
    const { cookie } = await makeStaff()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:80' }
    const answer = await confirm(cookie, headers)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/api/login')
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the twin of our own origin with another scheme', { origin: 'https://localhost:80' }],
    ['a sibling host', { origin: 'http://evil.localhost', 'sec-fetch-site': 'same-site' }],
  ])('403 from %s, and the session stays', { tags: ['A25'] }, async (_what, headers) => {
    const { cookie } = await makeStaff()
    expect((await confirm(cookie, headers)).statusCode).toBe(403)
    expect((await whoAmI(cookie)).statusCode).toBe(200)
  })
})
