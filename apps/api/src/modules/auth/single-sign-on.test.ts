import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { password, postSignIn, startApp } from '../../../test/harness.ts'
import { client, startIdentityProvider } from 'tools/identity-provider'

const callbackUrl = 'http://localhost:3000/api/login/callback'
const provider = await startIdentityProvider(callbackUrl)
const settings = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
}
const { app, db, makeAccount } = await startApp(settings)

afterAll(() => provider.stop())

const get = (url: string, cookie?: string) => app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} })

/** Opens the sign-in page. Returns the URL of the redirect and the cookie. */
async function begin(returnTo = '/admin') {
  const answer = await get(`/api/login?return_to=${encodeURIComponent(returnTo)}`)
  const [kept] = answer.cookies
  return { answer, address: String(answer.headers.location), kept, cookie: `${kept?.name}=${kept?.value}` }
}

/** Signs in through the provider. Returns the response of our callback. */
async function signInThrough(returnTo?: string) {
  const { address, cookie } = await begin(returnTo)
  const back = await provider.visit(address)
  return { answer: await get(back.pathname + back.search, cookie), back, cookie }
}

beforeEach(async () => {
  await db.query('truncate rate_limit')
  provider.state.refuses = false
  provider.state.person = {}
})

describe('getSignInPage', () => {
  test('303 to the provider, with PKCE, state and nonce, none of which is stored in the session', async () => {
    const { answer, address, kept } = await begin()
    expect(answer.statusCode).toBe(303)
    const { origin, searchParams } = new URL(address)
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'direct-mail',
      response_type: 'code',
      redirect_uri: callbackUrl,
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(kept).toMatchObject({ name: 'sign-in', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 })
  })

  test('200 with a page that waits after signing out', async () => {
    const out = await get('/api/logout')
    expect(out.headers.location).toBe('/api/login?signed_out=true')
    const page = await get(String(out.headers.location))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('You are signed out.')
    expect(page.body).not.toContain('type="password"')
  })
})

describe('signIn', () => {
  test('403 for a password, the right one included', async () => {
    const { email } = await makeAccount()
    const answer = await postSignIn(app, { email, password })
    expect(answer.statusCode).toBe(403)
    expect(answer.cookies).toEqual([])
  })
})

describe('completeSingleSignOn', () => {
  test('303 to the page that was requested, with a session', async () => {
    const { email } = await makeAccount('editor')
    provider.state.person = { email: email.toUpperCase(), email_verified: true }
    const { answer } = await signInThrough('/admin/pricing?tab=audit')
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/admin/pricing?tab=audit')
    const sid = answer.cookies.find(({ name }) => name === 'sid')
    const whoAmI = await get('/api/auth/user', `sid=${sid?.value}`)
    expect(whoAmI.json()).toMatchObject({ email, role: 'editor' })
    expect(answer.cookies.find(({ name }) => name === 'sign-in')).toMatchObject({ value: '' })
  })

  test.each([
    ['an email that the provider has not verified', { email_verified: false }],
    ['an email without a verification claim', {}],
    ['an account that does not exist', { email: 'nobody@example.com', email_verified: true }],
    ['no email', { email: undefined, email_verified: true }],
  ])('401 for %s', async (_what, claims) => {
    const { email } = await makeAccount()
    provider.state.person = { email, ...claims }
    const { answer } = await signInThrough()
    expect(answer.statusCode).toBe(401)
    expect(answer.cookies.map(({ name }) => name)).not.toContain('sid')
    expect(answer.body).toContain('Try again')
  })

  test('303 for an invited person, once: the account has the role of the invitation', async () => {
    const email = 'invited@example.com'
    await db.query(
      `insert into staff_invitation (id, email, name, role, invited_by, token_hash, expires_at)
       values (gen_random_uuid(), $1, 'Ina Vited', 'viewer', 'An owner', '\\x00', now() + interval '1 hour')`,
      [email],
    )
    provider.state.person = { email, email_verified: true }
    const { answer } = await signInThrough()
    expect(answer.statusCode).toBe(303)
    const sid = answer.cookies.find(({ name }) => name === 'sid')
    expect((await get('/api/auth/user', `sid=${sid?.value}`)).json()).toMatchObject({
      name: 'Ina Vited',
      role: 'viewer',
    })
    expect((await db.query('select 1 from staff_invitation')).rows).toEqual([])
  })

  test('401 for an invitation that has expired', async () => {
    const email = 'late@example.com'
    await db.query(
      `insert into staff_invitation (id, email, name, role, invited_by, token_hash, expires_at)
       values (gen_random_uuid(), $1, 'Late Person', 'owner', 'An owner', '\\x01', now() - interval '1 hour')`,
      [email],
    )
    provider.state.person = { email, email_verified: true }
    expect((await signInThrough()).answer.statusCode).toBe(401)
  })

  test('401 for a disabled account, recorded like its later success', async () => {
    const { email } = await makeAccount()
    await db.query('update staff_user set disabled_at = now() where email = $1', [email])
    provider.state.person = { email, email_verified: true }
    expect((await signInThrough()).answer.statusCode).toBe(401)
    await db.query('update staff_user set disabled_at = null where email = $1', [email])
    await signInThrough()
    const { rows } = await db.query(
      `select outcome, method from sign_in join staff_user u on u.id = staff_id where u.email = $1 order by sign_in.id`,
      [email],
    )
    expect(rows).toEqual([
      { outcome: 'refused', method: 'sso' },
      { outcome: 'signed_in', method: 'sso' },
    ])
  })

  test('401 when the provider refuses', async () => {
    provider.state.refuses = true
    const { answer, back } = await signInThrough()
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toContain('Your sign-in was not confirmed.')
  })

  test('401 for a response to another browser, one without a cookie, and a code used twice', async () => {
    const { email } = await makeAccount()
    provider.state.person = { email, email_verified: true }
    const { back, cookie, answer } = await signInThrough()
    expect(answer.statusCode).toBe(303)
    const other = await begin()
    // Signed by us, but for another purpose.
    const sid = `sign-in=${answer.cookies.find(({ name }) => name === 'sid')?.value}`
    for (const kept of [undefined, 'sign-in=made-up', sid, other.cookie, cookie]) {
      const again = await get(back.pathname + back.search, kept)
      expect(again.statusCode).toBe(401)
      expect(again.cookies.map(({ name }) => name)).not.toContain('sid')
    }
  })

  test('401 for a cookie whose content was changed', async () => {
    const { cookie } = await begin()
    const [value = '', signature = ''] = decodeURIComponent(cookie.replace('sign-in=', '')).split('.')
    const content = { ...JSON.parse(Buffer.from(value, 'base64url').toString()), state: 'chosen' }
    const forged = `${Buffer.from(JSON.stringify(content)).toString('base64url')}.${signature}`
    const answer = await get('/api/login/callback?state=chosen&code=x', `sign-in=${encodeURIComponent(forged)}`)
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toContain('has expired')
  })

  test('303 to the front page when the return URL is on another site', async () => {
    const { email } = await makeAccount()
    provider.state.person = { email, email_verified: true }
    expect((await signInThrough('https://evil.example/admin')).answer.headers.location).toBe('/admin')
  })

  test('429 for one address with too many attempts', async () => {
    const limited = await startApp({ ...settings, RATE_LIMIT_SIGN_INS_PER_MINUTE: '2' })
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await limited.app.inject('/api/login/callback?state=x&code=y')).statusCode)
    }
    expect(statuses).toEqual([401, 401, 429])
  })

  test('404 where single sign-on is not set up', async () => {
    const plain = await startApp()
    expect((await plain.app.inject('/api/login/callback?code=x&state=y')).statusCode).toBe(404)
  })

  test('503 with a page while the provider is down, before and after the redirect', async () => {
    const elsewhere = await startIdentityProvider(callbackUrl)
    const away = await startApp({ ...settings, OIDC_ISSUER: elsewhere.issuer })
    const there = await away.app.inject('/api/login')
    const [kept] = there.cookies
    const back = await elsewhere.visit(String(there.headers.location))
    await elsewhere.stop()
    const headers = { cookie: `${kept?.name}=${kept?.value}` }
    const finished = await away.app.inject({ url: back.pathname + back.search, headers })
    expect(finished.statusCode).toBe(503)
    expect(finished.headers['retry-after']).toBe('5')
    expect(finished.body).toContain('Single sign-on is not responding')

    const never = await startApp({ ...settings, OIDC_ISSUER: elsewhere.issuer })
    expect((await never.app.inject('/api/login')).statusCode).toBe(503)
    expect((await never.app.inject('/readyz')).statusCode).toBe(200)
  })
})
