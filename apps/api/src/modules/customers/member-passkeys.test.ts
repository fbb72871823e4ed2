import { beforeEach, describe, expect, test } from 'vitest'
import { addCustomer, signInMember } from '../../../test/customers.ts'
import { softwarePasskey } from '../../../test/software-passkey.ts'
import { anotherInstance, startApp, untilBlocked } from '../../../test/harness.ts'

const { app, db, config, makeStaff } = await startApp()

beforeEach(() =>
  db.query('truncate rate_limit; delete from customer_member; delete from workspace; delete from customer_account'),
)

const call = (cookie: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = {}) =>
  app.inject({ method, url, headers: { cookie, ...headers }, ...(payload && { payload }) })
const me = (cookie: string) => call(cookie, 'GET', '/api/account/member')
const cookieIn = (answer: Awaited<ReturnType<typeof me>>) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join()

/** Makes a passkey for a signed-in member. */
async function addPasskey(cookie: string) {
  const key = softwarePasskey()
  const options = (await call(cookie, 'POST', '/api/account/passkeys/options')).json()
  const made = { name: 'Laptop', ...key.make(options.challenge) }
  return { key, made, answer: await call(cookie, 'POST', '/api/account/passkeys', made) }
}
const challenge = async (): Promise<string> =>
  (await app.inject({ method: 'POST', url: '/api/account/passkey-challenges' })).json().challenge
const signed = (key: ReturnType<typeof softwarePasskey>, text: string, options = {}) => {
  const { client_data: clientData, authenticator_data: authenticatorData, ...rest } = key.use(text, options)
  return { ...rest, clientData, authenticatorData }
}
const enter = (payload: object) => app.inject({ method: 'POST', url: '/api/account/passkey-sessions', payload })

describe('createMemberPasskey', () => {
  test('201 ends the other sessions, and the passkey signs in', async () => {
    const { cookie, member } = await addCustomer(app, db)
    const other = await signInMember(app, db, member.id)
    const { key, made, answer } = await addPasskey(cookie)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
    expect([(await me(cookie)).statusCode, (await me(other)).statusCode]).toEqual([200, 401])
    // The challenge is used up.
    expect((await call(cookie, 'POST', '/api/account/passkeys', made)).statusCode).toBe(400)
    const entered = await enter(signed(key, await challenge()))
    expect(entered.statusCode).toBe(201)
    expect((await me(cookieIn(entered))).json()).toMatchObject({ id: member.id })
  })

  test('400 for options of another member, or of staff', async () => {
    const { cookie } = await addCustomer(app, db)
    const stranger = await addCustomer(app, db)
    const options = (await call(stranger.cookie, 'POST', '/api/account/passkeys/options')).json()
    const made = { name: 'Laptop', ...softwarePasskey().make(options.challenge) }
    const answer = await call(cookie, 'POST', '/api/account/passkeys', made)
    expect(answer.json().errors).toMatchObject([{ pointer: '/id' }])
  })
})

describe('createMemberPasskeyOptions', () => {
  test('200 for the site’s domain', async () => {
    const { cookie, member } = await addCustomer(app, db)
    const options = (await call(cookie, 'POST', '/api/account/passkeys/options')).json()
    expect(options).toMatchObject({ relyingParty: { id: 'localhost' }, user: { name: member.email } })
  })

  test('409 where the site is at an IP address', async () => {
    const { cookie } = await addCustomer(app, db)
    const { key, made } = await addPasskey(cookie)
    const requests = [
      ['passkeys/options', {}],
      ['passkeys', made],
      ['passkey-challenges', {}],
      ['passkey-sessions', signed(key, await challenge())],
    ] as const
    const bare = await anotherInstance(config, { SITE_URL: 'http://192.0.2.1' })
    const headers = { cookie }
    const statuses = []
    for (const [path, payload] of requests) {
      statuses.push((await bare.inject({ method: 'POST', url: `/api/account/${path}`, headers, payload })).statusCode)
    }
    await bare.close()
    expect(statuses).toEqual([409, 409, 409, 409])
  })
})

describe('createMemberPasskeyChallenge', () => {
  test('200 with a challenge for the site', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/account/passkey-challenges' })
    expect(answer.json()).toEqual({ challenge: expect.any(String), relyingPartyId: 'localhost' })
  })
})

describe('createMemberPasskeySession', () => {
  test('401 for a member who is removed during the request', async () => {
    const { cookie, member } = await addCustomer(app, db)
    const { key } = await addPasskey(cookie)
    const payload = signed(key, await challenge())
    await db.query('begin')
    await db.query('delete from customer_member where id = $1', [member.id])
    const entered = enter(payload)
    await untilBlocked(db, 1)
    await db.query('commit')
    expect((await entered).statusCode).toBe(401)
  })

  test('201 once; 401 for a staff passkey, another domain, another origin, and a used challenge', async () => {
    const { cookie, member } = await addCustomer(app, db)
    const { key } = await addPasskey(cookie)
    const text = await challenge()
    expect((await enter(signed(key, text))).statusCode).toBe(201)
    for (const payload of [
      signed(key, text),
      signed(key, await challenge(), { domain: 'evil.example' }),
      signed(key, await challenge(), { origin: 'https://evil.example' }),
      signed(softwarePasskey(), await challenge()),
    ]) {
      const answer = await enter(payload)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'passkey_refused'])
    }
    await makeStaff()
    await db.query('update staff_passkey set staff_id = (select id from staff_user limit 1), member_id = null')
    expect((await enter(signed(key, await challenge()))).statusCode).toBe(401)
    const { rows } = await db.query('select outcome, method from sign_in where member_id = $1 order by created_at', [
      member.id,
    ])
    expect(rows.map(({ outcome, method }) => `${outcome} ${method}`)).toEqual([
      'signed_in link',
      'signed_in passkey',
      'refused passkey',
      'refused passkey',
      'refused passkey',
    ])
  })
})

describe('listMemberPasskeys', () => {
  describe('deleteMemberPasskey', () => {
    test('200 with one’s own; 204, after which it no longer signs in', async () => {
      const { cookie } = await addCustomer(app, db)
      const { key, answer } = await addPasskey(cookie)
      const [{ id }] = answer.json()
      expect((await call(cookie, 'GET', '/api/account/passkeys')).json()).toMatchObject([{ name: 'Laptop' }])
      const remove = () => call(cookie, 'DELETE', `/api/account/passkeys/${id}`)
      expect((await remove()).statusCode).toBe(204)
      expect((await call(cookie, 'GET', '/api/account/passkeys')).json()).toEqual([])
      expect((await enter(signed(key, await challenge()))).statusCode).toBe(401)
      expect((await remove()).statusCode).toBe(404)
    })
  })
})
