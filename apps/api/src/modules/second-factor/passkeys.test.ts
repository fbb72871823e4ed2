import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anotherInstance, password, postSignIn, signIn, startApp, untilBlocked } from '../../../test/harness.ts'
import { softwarePasskey } from '../../../test/software-passkey.ts'
import { deletePasskey } from './second-factor.service.ts'

const { app, orm, config, db, makeStaff, countRows } = await startApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '100' })
const elsewhere = await anotherInstance(config, { RATE_LIMIT_SIGN_INS_PER_MINUTE: '100' })
afterAll(() => elsewhere.close())

let email = ''
let cookie = ''
beforeEach(async () => {
  await db.query('delete from staff_user; truncate record_change, rate_limit, sign_in_challenge')
  ;({ email, cookie } = await makeStaff('viewer'))
})

const proof = { currentPassword: password }
const post = (url: string, payload?: object, to = app) =>
  to.inject({ method: 'POST', url, headers: { cookie }, ...(payload && { payload }) })

async function add(changes: object = {}, passkey = softwarePasskey()) {
  const { challenge } = (await post('/api/auth/passkeys/options', proof)).json()
  const answer = await post('/api/auth/passkeys', { name: 'Laptop', ...passkey.make(challenge, changes) })
  return { passkey, answer }
}

const begin = async (to = app): Promise<string> =>
  (await post('/api/login/passkey-options', undefined, to)).json().challenge
const finish = (fields: Record<string, string>, to = app, host = 'localhost') =>
  to.inject({
    method: 'POST',
    url: '/api/login/passkey',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

describe('createPasskeyOptions', () => {
  test('200 with a challenge for this account and this domain', async () => {
    const answer = await post('/api/auth/passkeys/options', proof)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      relyingParty: { id: 'localhost' },
      user: { name: email },
      excludedCredentials: [],
    })
    expect(answer.json().algorithms).toContain(-7)
  })

  test('400 for a wrong password, 409 where the hosts share no domain', async () => {
    expect((await post('/api/auth/passkeys/options', { currentPassword: 'wrong' })).statusCode).toBe(400)
    const apart = await anotherInstance(config, { ADMIN_URL: 'http://staff.example.net/admin' })
    expect((await post('/api/auth/passkeys/options', proof, apart)).json().code).toBe('no_shared_domain')
    expect((await post('/api/login/passkey-options', undefined, apart)).statusCode).toBe(409)
    expect((await finish(softwarePasskey().use('made-up'), apart)).statusCode).toBe(409)
    await apart.close()
  })
})

describe('createPasskey', () => {
  test('200 with recovery codes; other sessions end, and this one stays', async () => {
    const other = await signIn(app, email)
    const { answer } = await add()
    expect(answer.statusCode).toBe(200)
    expect(answer.json().codes).toHaveLength(10)
    const statuses = [cookie, other].map(
      async (as) => (await app.inject({ url: '/api/auth/user', headers: { cookie: as } })).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([200, 401])
    const state = await app.inject({ url: '/api/auth/second-factor', headers: { cookie } })
    expect(state.json().passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { domain: 'evil.example' }],
    ['no user verification', { isVerified: false }],
  ])('400 for one made with %s', { tags: ['B21'] }, async (_what, changes) => {
    expect((await add(changes)).answer.json().errors[0].pointer).toBe('/id')
    expect(await countRows('staff_passkey')).toBe(0)
  })

  test(
    '400 for a used, made-up, or other person’s challenge, and for a passkey that is already registered',
    {
      tags: ['B21'],
    },
    async () => {
      const { challenge } = (await post('/api/auth/passkeys/options', proof)).json()
      const store = async (passkey: ReturnType<typeof softwarePasskey>, signed: string) =>
        (await post('/api/auth/passkeys', { name: 'Laptop', ...passkey.make(signed) })).statusCode
      const mine = cookie
      ;({ cookie } = await makeStaff('viewer'))
      expect(await store(softwarePasskey(), challenge)).toBe(400)
      cookie = mine
      expect(await store(softwarePasskey(), 'made-up')).toBe(400)
      const { passkey } = await add()
      expect((await add({}, passkey)).answer.statusCode).toBe(400)
    },
  )

  test('409 for the eleventh', async () => {
    await db.query(
      `insert into staff_passkey (id, staff_id, name, credential_id, public_key)
       select gen_random_uuid(), id, 'Key', 'key ' || n, 'x' from staff_user, generate_series(1, 10) as n`,
    )
    expect((await add()).answer.json().code).toBe('limit_reached')
  })
})

describe('createPasskeyChallenge', () => {
  test('200 with a challenge for no account; 429 after too many', async () => {
    const answer = await post('/api/login/passkey-options')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().relyingPartyId).toBe('localhost')
    await db.query('update rate_limit set points = 1000')
    expect((await post('/api/login/passkey-options')).statusCode).toBe(429)
  })
})

describe('signInWithPasskey', () => {
  test('303 without a password, which is recorded', { tags: ['B21'] }, async () => {
    const { passkey } = await add()
    const answer = await finish({ ...passkey.use(await begin()), return_to: '/admin/samples' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers['location']).toBe('/admin/samples')
    expect(answer.cookies[0]?.name).toBe('sid')
    const { rows } = await db.query('select outcome, method, factor from sign_in order by created_at desc, id desc')
    expect(rows[0]).toEqual({ outcome: 'signed_in', method: 'password', factor: 'passkey' })
  })

  test('401 for a replayed response, and for one of two at the same time', { tags: ['B21'] }, async () => {
    const { passkey } = await add()
    const signed = passkey.use(await begin())
    const answers = await Promise.all([finish(signed), finish(signed, elsewhere)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 401])
    expect((await finish(signed)).statusCode).toBe(401)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { domain: 'evil.example' }],
    ['no user verification', { isVerified: false }],
  ])('401 for one used with %s', { tags: ['B21'] }, async (_what, changes) => {
    const { passkey } = await add()
    expect((await finish(passkey.use(await begin(), changes))).statusCode).toBe(401)
  })

  test.each(['localhost:4444', 'evil.localhost:3000'])(
    '401 for one used at %s, which only the Host header names',
    { tags: ['B21'] },
    async (stranger) => {
      const { passkey } = await add()
      const signed = passkey.use(await begin(), { origin: `http://${stranger}` })
      expect((await finish(signed, app, stranger)).statusCode).toBe(401)
    },
  )

  test(
    '401 for a copy while the device’s counter advances, a signature by another key, and an old or made-up challenge',
    {
      tags: ['B21'],
    },
    async () => {
      const { passkey } = await add()
      expect((await finish(passkey.use(await begin(), { counter: 5 }))).statusCode).toBe(303)
      expect((await finish(passkey.use(await begin(), { counter: 5 }))).statusCode).toBe(401)
      const { signature } = softwarePasskey().use('other')
      expect((await finish({ ...passkey.use(await begin(), { counter: 6 }), signature })).statusCode).toBe(401)
      expect((await finish(passkey.use('made-up', { counter: 6 }))).statusCode).toBe(401)
      const old = await begin()
      await db.query('update sign_in_challenge set expires_at = now()')
      expect((await finish(passkey.use(old, { counter: 6 }))).statusCode).toBe(401)
    },
  )

  test('401 for a disabled account and for an unknown passkey, 403 with single sign-on, 429 like any sign-in', async () => {
    const { passkey } = await add()
    await db.query('update staff_user set disabled_at = now()')
    expect((await finish(passkey.use(await begin()))).statusCode).toBe(401)
    expect((await finish(softwarePasskey().use(await begin()))).statusCode).toBe(401)
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    const withProvider = await anotherInstance(config, provider)
    expect((await finish(passkey.use('made-up'), withProvider)).statusCode).toBe(403)
    await withProvider.close()
    await db.query('update rate_limit set points = 1000')
    expect((await finish(passkey.use('made-up'))).statusCode).toBe(429)
  })
})

describe('signIn', () => {
  test('200 with the passkey’s button where it is the second factor; the password alone is not enough', async () => {
    await add()
    const answer = await postSignIn(app, { email, password })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies).toEqual([])
    expect(answer.body).toContain('Use a passkey')
    expect(answer.body).not.toContain('authenticator app')
  })
})

describe('deletePasskey', () => {
  test('204: the password alone signs in again', async () => {
    const { passkey } = await add()
    const { rows } = await db.query('select id from staff_passkey')
    expect((await post(`/api/auth/passkeys/${rows[0].id}/delete`, { currentPassword: 'wrong' })).statusCode).toBe(400)
    expect((await post(`/api/auth/passkeys/${rows[0].id}/delete`, proof)).statusCode).toBe(204)
    expect((await finish(passkey.use(await begin()))).statusCode).toBe(401)
    expect((await postSignIn(app, { email, password })).statusCode).toBe(303)
    expect(await countRows('staff_recovery_code')).toBe(0)
  })

  test('404 for someone else’s, 409 for the only one where one is required', async () => {
    await add()
    const { rows } = await db.query('select id from staff_passkey')
    const deletion = `/api/auth/passkeys/${rows[0].id}/delete`
    const strict = await anotherInstance(config, { SECOND_FACTOR: 'required' })
    expect((await post(deletion, proof, strict)).json().code).toBe('last_second_factor')
    await strict.close()
    ;({ cookie } = await makeStaff('viewer'))
    expect((await post(deletion, proof)).statusCode).toBe(404)
    expect(await countRows('staff_passkey')).toBe(1)
  })

  test('409 for one of the last two where one is required, when both are removed at the same time', async () => {
    for (let count = 0; count < 2; count += 1) await add()
    const { rows } = await db.query('select id, staff_id from staff_passkey')
    const [session] = (await db.query("select encode(id_hash, 'hex') as key from staff_session")).rows
    const staff = { id: rows[0].staff_id, name: 'Staff viewer', email, role: 'viewer' } as const
    // Each removal ends by logging itself, so both are in progress until that is possible.
    await db.query('begin; lock table record_change')
    const removals = Promise.allSettled(
      rows.map(({ id }) => deletePasskey(orm.em.fork(), staff, session.key, id, true)),
    )
    await untilBlocked(db, 2)
    await db.query('commit')
    const outcomes = [
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: expect.objectContaining({ status: 409, code: 'last_second_factor' }) },
    ]
    expect(await removals).toEqual(expect.arrayContaining(outcomes))
    expect(await countRows('staff_passkey')).toBe(1)
  })
})
