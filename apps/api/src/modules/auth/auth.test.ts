import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { leadInput, password, postSignIn, signIn, startApp } from '../../../test/harness.ts'

const { app, db, makeAccount, makeStaff } = await startApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '8' })

const whoAmI = (cookie?: string) =>
  app.inject({ method: 'GET', url: '/api/auth/user', headers: cookie ? { cookie } : {} })

beforeEach(async () => {
  await db.query('truncate rate_limit')
})

describe('getCurrentUser', () => {
  test('200 with the account', async () => {
    const { email, cookie } = await makeStaff('editor')
    const answer = await whoAmI(cookie)
    expect(answer.statusCode).toBe(200)
    const session = { idleMinutes: 30, endsAt: expect.any(String) }
    const account = { id: expect.any(String), email, name: 'Staff editor', role: 'editor' }
    expect(answer.json()).toEqual({
      ...account,
      session,
      signInMethod: 'password',
      businessTimeZone: 'America/New_York',
    })
    const ends = await db.query("select created_at + interval '12 hours' as at from staff_session order by 1 desc")
    expect(answer.json().session.endsAt).toBe(ends.rows[0].at.toISOString())
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('401 titled Unauthorized without a session, and sets no cookie', { tags: ['A18'] }, async () => {
    const answer = await whoAmI()
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ title: 'Unauthorized', code: 'unauthorized' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['nonsense', 'sid=nonsense'],
    ['an empty cookie', 'sid='],
  ])('401 for %s', async (_what, cookie) => {
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  test('401 for an altered signature, and for an id without a signature', { tags: ['A03'] }, async () => {
    const { cookie } = await makeStaff()
    expect((await whoAmI(`${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(401)
    expect((await whoAmI(decodeURIComponent(cookie).split('.')[0])).statusCode).toBe(401)
  })

  test('401 for a disabled account, on its next request', { tags: ['A14'] }, async () => {
    const { email, cookie } = await makeStaff()
    await db.query('update staff_user set disabled_at = now() where email = $1', [email])
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  test('401 after 30 idle minutes, and after 12 hours of use', { tags: ['A12', 'A13'] }, async () => {
    const idle = await makeStaff()
    await db.query("update staff_session set seen_at = now() - interval '31 minutes'")
    expect((await whoAmI(idle.cookie)).statusCode).toBe(401)
    const old = await makeStaff()
    await db.query("update staff_session set created_at = now() - interval '13 hours'")
    expect((await whoAmI(old.cookie)).statusCode).toBe(401)
  })

  test('200 on an instance whose clock is two days off', { tags: ['R33'] }, async () => {
    const { cookie } = await makeStaff()
    const now = new Date()
    for (const days of [-2, 2]) {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now.getTime() + days * 86_400_000) })
      expect((await whoAmI(cookie)).statusCode).toBe(200)
      const { createdAt } = (await app.inject({ method: 'POST', url: '/api/leads', payload: leadInput() })).json()
      vi.useRealTimers()
      expect(Math.abs(new Date(createdAt).getTime() - now.getTime())).toBeLessThan(60_000)
    }
  })

  test('200 extends a session that is in use', async () => {
    const { cookie } = await makeStaff()
    await db.query("update staff_session set seen_at = now() - interval '20 minutes'")
    expect((await whoAmI(cookie)).statusCode).toBe(200)
    const { rows } = await db.query("select 1 from staff_session where seen_at > now() - interval '1 minute'")
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('getSignInPage', () => {
  test('200 with a page that runs only the passkey script, and works without it', { tags: ['B10'] }, async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/login' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    const scripts = [...answer.body.matchAll(/<script type="module">([^]*?)<\/script>/g)].map(
      ([, script = '']) => script,
    )
    const hash = createHash('sha256').update(scripts.join()).digest('base64')
    expect(answer.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`)
    expect(answer.body.split('<script')).toHaveLength(2)
    expect(answer.body).toContain('<form id="passkey" method="post" action="/api/login/passkey" hidden>')
    expect(answer.body).toMatch(/<input[^>]*name="email"[^>]*autocomplete="username/)
    expect(answer.body).toMatch(/<input[^>]*type="password"[^>]*autocomplete="current-password"/)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['session_ended', 'Your session has ended. Sign in again.'],
    ['draft_kept', 'Your unsaved text is still in this tab'],
  ])('200 explains why the person has to sign in again: %s', async (reason, text) => {
    const page = (query: string) => app.inject({ method: 'GET', url: `/api/login?return_to=/admin${query}` })
    expect((await page(`&reason=${reason}`)).body).toContain(text)
    expect((await page('')).body).not.toContain('role="status"')
    expect((await page('&reason=anything')).statusCode).toBe(400)
  })

  test('303 to the admin app for a person who is already signed in', async () => {
    const { cookie } = await makeStaff()
    const answer = await app.inject({ method: 'GET', url: '/api/login?return_to=/admin/samples', headers: { cookie } })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/admin/samples')
  })
})

describe('signIn', () => {
  test('303 with a session whose id is stored as a hash only', { tags: ['A16'] }, async () => {
    const { email } = await makeAccount()
    await db.query('delete from staff_session')
    const answer = await postSignIn(app, {
      email: ` ${email.toUpperCase()} `,
      password,
      return_to: '/admin/pricing?tab=audit',
    })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/admin/pricing?tab=audit')
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.value.length).toBeGreaterThan(40)
    const { rows } = await db.query("select encode(id_hash, 'hex') as hash from staff_session")
    expect(rows).toHaveLength(1)
    expect(cookie?.value).not.toContain(rows[0].hash)
  })

  test('303 with a new session id instead of a planted one', { tags: ['A10'] }, async () => {
    const first = await makeStaff()
    const answer = await postSignIn(app, { email: first.email, password }, { cookie: first.cookie })
    expect(answer.cookies[0]?.value).toBeDefined()
    expect(first.cookie).not.toContain(answer.cookies[0]?.value)
    expect((await whoAmI(first.cookie)).statusCode).toBe(401)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    String.raw`/\evil.example`,
    '/%09/evil.example',
    'javascript:alert(1)',
    'https:evil.example',
    '/..//evil.example',
    '@evil.example',
    '/print',
    '/administrator',
    '/admin/../api/logout',
    'http://localhost:3000@evil.example/admin',
  ])('303 to the front page instead of %s', { tags: ['B12'] }, async (return_to) => {
    const { email } = await makeAccount()
    const answer = await postSignIn(app, { email, password, return_to })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/admin')
  })

  test('401 with the sign-in page, the same for an unknown account', { tags: ['B05'] }, async () => {
    const { email } = await makeAccount()
    const wrong = await postSignIn(app, { email, password: 'not the password' })
    const unknown = await postSignIn(app, { email: 'nobody@example.com', password: 'not the password' })
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(wrong.body.replaceAll(email, '')).toBe(unknown.body.replaceAll('nobody@example.com', ''))
    expect(wrong.body).toContain('Wrong email or password.')
    expect(wrong.cookies).toEqual([])
  })

  test.each(["' OR 1=1--", "admin'/*", '"><script>alert(1)</script>', 'a\u0000b'])(
    '401 for %s, shown as text',
    { tags: ['B11'] },
    async (email) => {
      const answer = await postSignIn(app, { email, password: 'x' })
      expect(answer.statusCode).toBe(401)
      expect(answer.body).not.toContain('<script>')
    },
  )

  test('400 for a duplicate, missing, or unknown member', { tags: ['B11'] }, async () => {
    const post = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    expect((await post('email=a&email=b&password=c')).statusCode).toBe(400)
    expect((await post('email=a')).statusCode).toBe(400)
    expect((await post('email=a&password=b&role=owner')).statusCode).toBe(400)
    expect((await post(`email=a&password=${'x'.repeat(2000)}`)).statusCode).toBe(400)
  })

  test('403 from another origin, 415 for JSON', async () => {
    const { email } = await makeAccount()
    expect((await postSignIn(app, { email, password }, { origin: 'https://evil.example' })).statusCode).toBe(403)
    const json = await app.inject({ method: 'POST', url: '/api/login', payload: { email, password } })
    expect(json.statusCode).toBe(415)
  })

  test('429 after eight attempts on one account, even with the right password', { tags: ['B01'] }, async () => {
    const { email } = await makeAccount()
    await db.query('truncate rate_limit')
    const tries: number[] = []
    for (let n = 0; n < 8; n += 1) tries.push((await postSignIn(app, { email, password: `wrong ${n}` })).statusCode)
    expect(new Set(tries)).toEqual(new Set([401]))
    const limited = await postSignIn(app, { email, password })
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(limited.body).toContain('Too many attempts.')
    expect(limited.cookies).toEqual([])
  })

  test('429 for one address on many accounts, regardless of X-Forwarded-For', { tags: ['B02', 'B04'] }, async () => {
    let last = 0
    for (let n = 0; n < 9; n += 1) {
      const answer = await postSignIn(
        app,
        { email: `user${n}@example.com`, password: 'x' },
        { 'x-forwarded-for': `10.0.0.${n}` },
      )
      last = answer.statusCode
    }
    expect(last).toBe(429)
  })

  test('each sign-in gets a new session id', { tags: ['A16'] }, async () => {
    const { email } = await makeAccount()
    await db.query('truncate rate_limit')
    const ids = new Set([await signIn(app, email)])
    for (let n = 0; n < 2; n += 1) ids.add(await signIn(app, email))
    expect(ids.size).toBe(3)
  })
})
