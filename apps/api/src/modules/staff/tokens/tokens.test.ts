import { createHash, randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreatedStaffToken, StaffUser } from '@app/contract'
import { anotherInstance, insertLead, password, signIn, startApp } from '../../../../test/harness.ts'
import { logLines } from '../../../../test/log-lines.ts'
import { staffTokens } from './tokens.service.ts'

const settings = { RATE_LIMIT_SIGN_INS_PER_MINUTE: '100000' }
const { app, config, db, makeStaff, countRows } = await startApp(settings)
const elsewhere = await anotherInstance(config, settings)
afterAll(() => elsewhere.close())

const wanted = { currentPassword: password, name: 'Weekly report', scopes: ['leads:read'] }

const own = { id: '', email: '', cookie: '' }
const idOf = async (email: string): Promise<string> =>
  (await db.query('select id from staff_user where email = $1', [email])).rows[0].id
async function person(role: StaffUser['role']) {
  const made = await makeStaff(role)
  return { ...made, id: await idOf(made.email) }
}

beforeEach(async () => {
  await db.query('delete from staff_user; truncate settings_audit, rate_limit')
  Object.assign(own, await person('editor'))
})

const call = (options: InjectOptions, cookie = own.cookie) =>
  app.inject({ ...options, headers: { cookie, ...options.headers } })
const create = (changes: object = {}, cookie = own.cookie) =>
  call({ method: 'POST', url: '/api/auth/tokens', payload: { ...wanted, ...changes } }, cookie)
const made = async (changes: object = {}, cookie = own.cookie): Promise<CreatedStaffToken> =>
  (await create(changes, cookie)).json()
const asProgram = (token: string, options: InjectOptions = {}, to = app) =>
  to.inject({ url: '/api/admin/leads', ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
const answerTo = async (token: string, options: InjectOptions = {}, to = app) => {
  const { statusCode, headers, body } = await asProgram(token, options, to)
  return [statusCode, body.startsWith('{') ? JSON.parse(body).code : undefined, headers['www-authenticate']]
}
const invalid = 'Bearer error="invalid_token"'

describe('createOwnToken', () => {
  test('201 with a token that is stored only as its hash, for 90 days', async () => {
    const answer = await create()
    expect(answer.statusCode).toBe(201)
    const { token, prefix, id } = answer.json<CreatedStaffToken>()
    expect(token).toMatch(/^staff_[0-9A-Za-z]{36}$/)
    expect(token.startsWith(prefix)).toBe(true)
    const { rows } = await db.query(`select *, expires_at - created_at as lasts from staff_token`)
    expect(rows).toMatchObject([{ id, name: 'Weekly report', prefix, lasts: { days: 90 }, last_used_at: null }])
    expect(rows[0].hash.equals(createHash('sha256').update(token).digest())).toBe(true)
    for (const table of ['staff_token', 'settings_audit', 'staff_user']) {
      expect(JSON.stringify((await db.query(`select * from ${table}`)).rows)).not.toContain(token.slice(12))
    }
    const audit = await db.query('select action, actor, changes from settings_audit')
    expect(audit.rows).toMatchObject([{ action: 'token_create', changes: [{ before: null, after: 'Weekly report' }] }])
  })

  test('400 for a wrong password, no scope, an unknown one, one twice, no name, and more than a year', async () => {
    for (const changes of [
      { currentPassword: 'a wrong long secret' },
      { scopes: [] },
      { scopes: ['staff:write'] },
      { scopes: ['leads:read', 'leads:read'] },
      { name: '  ' },
      { expiresInDays: 366 },
      { expiresInDays: 0 },
    ]) {
      expect((await create(changes)).statusCode).toBe(400)
    }
    expect(await countRows('staff_token')).toBe(0)
  })

  test('403 without a second factor where one is required', async () => {
    const strict = await anotherInstance(config, { ...settings, SECOND_FACTOR: 'required' })
    const headers = { cookie: own.cookie }
    const answer = await strict.inject({ method: 'POST', url: '/api/auth/tokens', headers, payload: wanted })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'second_factor_required'])
    // A token that was made before opens nothing either.
    const { token } = await made()
    expect((await answerTo(token, {}, strict)).slice(0, 2)).toEqual([403, 'second_factor_required'])
    await db.query(`insert into staff_authenticator (staff_id, secret) values ($1, '\\x00')`, [own.id])
    expect((await answerTo(token, {}, strict))[0]).toBe(200)
    await strict.close()
  })

  test('409 with fifty of them, also for two at once', async () => {
    await db.query(
      `insert into staff_token (id, staff_id, name, prefix, hash, scopes, expires_at)
       select gen_random_uuid(), $1, 'a', 'staff_0000', sha256(n::text::bytea), '{leads:read}', now() + interval '1 day'
         from generate_series(1, 49) n`,
      [own.id],
    )
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([201, 409]))
    expect(await countRows('staff_token')).toBe(50)
  })

  test('409 where staff sign in through single sign-on, 429 after too many wrong passwords', async () => {
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    const withProvider = await anotherInstance(config, { ...settings, ...provider })
    const headers = { cookie: own.cookie }
    const options = { method: 'POST', url: '/api/auth/tokens', headers, payload: wanted } as const
    expect((await withProvider.inject(options)).statusCode).toBe(409)
    await withProvider.close()
    await create({ currentPassword: 'a wrong long secret' })
    await db.query('update rate_limit set points = 1000000')
    expect((await create()).statusCode).toBe(429)
    expect(await countRows('staff_token')).toBe(0)
  })
})

describe('listOwnTokens', () => {
  test('200 with everything but the secret, and of nobody else', async () => {
    const { token, ...shown } = await made()
    await made({ name: 'Another' }, (await person('owner')).cookie)
    const answer = await call({ url: '/api/auth/tokens' })
    expect(answer.json()).toEqual([shown])
    expect(answer.body).not.toContain(token.slice(12))
  })

  test('200 with the last use, written once a minute', async () => {
    const { token, id } = await made()
    const lastUse = async () =>
      (await db.query('select last_used_at as at from staff_token where id = $1', [id])).rows[0].at
    await asProgram(token)
    const first = await lastUse()
    expect(first).toBeInstanceOf(Date)
    await asProgram(token)
    expect(await lastUse()).toEqual(first)
    await db.query("update staff_token set last_used_at = now() - interval '61 seconds'")
    await asProgram(token)
    expect((await lastUse()).getTime()).toBeGreaterThanOrEqual(first.getTime())
  })
})

describe('revokeOwnToken', () => {
  test('200 and the next request is refused on every instance', async () => {
    const { token, id } = await made()
    const other = await made({ name: 'Stays' })
    expect([(await answerTo(token))[0], (await answerTo(token, {}, elsewhere))[0]]).toEqual([200, 200])
    const answer = await call({ method: 'DELETE', url: `/api/auth/tokens/${id}` })
    expect(answer.json()).toMatchObject([{ id: other.id }])
    for (const to of [app, elsewhere]) expect(await answerTo(token, {}, to)).toEqual([401, 'token_unknown', invalid])
    expect((await answerTo(other.token))[0]).toBe(200)
    const { rows } = await db.query("select changes from settings_audit where action = 'token_revoke'")
    expect(rows).toMatchObject([{ changes: [{ before: 'Weekly report', after: null }] }])
  })

  test("404 for somebody else's, which goes on, and for one that is gone", async () => {
    const { token, id } = await made()
    const stranger = await person('owner')
    expect((await call({ method: 'DELETE', url: `/api/auth/tokens/${id}` }, stranger.cookie)).statusCode).toBe(404)
    expect((await answerTo(token))[0]).toBe(200)
    expect((await call({ method: 'DELETE', url: `/api/auth/tokens/${randomUUID()}` })).statusCode).toBe(404)
  })
})

describe('listStaffTokens', () => {
  test('200 for an owner, 404 without the account', async () => {
    const { token: _token, ...shown } = await made()
    const owner = await person('owner')
    expect((await call({ url: `/api/admin/staff/${own.id}/tokens` }, owner.cookie)).json()).toEqual([shown])
    expect((await call({ url: `/api/admin/staff/${randomUUID()}/tokens` }, owner.cookie)).statusCode).toBe(404)
  })
})

describe('revokeStaffToken', () => {
  test('200 for an owner, with who did it in the log of changes; 404 afterwards', async () => {
    const { token, id } = await made()
    const owner = await person('owner')
    const options = { method: 'DELETE', url: `/api/admin/staff-tokens/${id}` } as const
    const answer = await call(options, owner.cookie)
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
    expect((await answerTo(token))[0]).toBe(401)
    const { rows } = await db.query("select actor, person from settings_audit where action = 'token_revoke'")
    expect(rows).toEqual([{ actor: 'Staff owner', person: 'Staff editor' }])
    expect((await call(options, owner.cookie)).statusCode).toBe(404)
  })
})

describe('a token', () => {
  test('ends with its time, its account and a reset of its password, and does not come back', async () => {
    const owner = await person('owner')
    const asOwner = (method: 'PUT' | 'DELETE', url: string, payload?: object) =>
      call({ method, url: `/api/admin/staff/${own.id}/${url}`, ...(payload && { payload }) }, owner.cookie)
    const { token } = await made()
    await db.query('update staff_token set expires_at = now()')
    expect(await answerTo(token)).toEqual([401, 'token_expired', invalid])
    expect((await call({ url: '/api/auth/tokens' })).json()).toHaveLength(1)

    const second = await made()
    await asOwner('PUT', 'enabled', { isEnabled: false })
    expect((await answerTo(second.token))[0]).toBe(401)
    await asOwner('PUT', 'enabled', { isEnabled: true })
    expect((await answerTo(second.token))[0]).toBe(401)
    expect(await countRows('staff_token')).toBe(0)

    const third = await made({}, await signIn(app, own.email))
    const reset = await call({ method: 'POST', url: `/api/admin/staff/${own.id}/password-reset` }, owner.cookie)
    expect((await answerTo(third.token))[0]).toBe(200)
    const link = reset.json<{ path: string }>().path.split('link=')[1] ?? ''
    const form = { token: link, password: 'three quiet herons', repeated: 'three quiet herons' }
    await app.inject({
      method: 'POST',
      url: '/api/set-password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
    expect((await answerTo(third.token))[0]).toBe(401)
  })

  test('goes on when its member changes the password or signs out, and ends when an owner resets the second factor', async () => {
    const { token } = await made()
    const payload = { currentPassword: password, newPassword: 'three quiet herons' }
    expect((await call({ method: 'PUT', url: '/api/auth/password', payload })).statusCode).toBe(204)
    await db.query('delete from staff_session')
    expect((await answerTo(token))[0]).toBe(200)
    const owner = await person('owner')
    await call({ method: 'DELETE', url: `/api/admin/staff/${own.id}/second-factor` }, owner.cookie)
    expect((await answerTo(token))[0]).toBe(401)
  })

  test('may do what its scopes and the present role both allow', async () => {
    const id = randomUUID()
    await insertLead(db, { id })
    const { token } = await made({ scopes: ['leads:read', 'leads:write'] })
    const work = { method: 'PATCH', url: `/api/admin/leads/${id}`, payload: { stage: 'contacted' } } as const
    expect((await answerTo(token, work))[0]).toBe(200)
    // A change says who made it, as with a session.
    const { rows } = await db.query('select actor_id, actor from lead_event where lead_id = $1', [id])
    expect(rows).toEqual([{ actor_id: own.id, actor: 'Staff editor' }])
    await db.query("update staff_user set role = 'viewer' where id = $1", [own.id])
    expect((await answerTo(token, work)).slice(0, 2)).toEqual([403, 'forbidden'])
    expect((await answerTo(token))[0]).toBe(200)
  })

  test('is judged alone: neither the cookie beside it nor the page that it comes from adds or takes anything', async () => {
    const owner = await person('owner')
    const { token } = await made({ scopes: ['leads:read', 'leads:write'] })
    const headers = { cookie: owner.cookie }
    const seen = 'select count(*)::int as n from staff_session where seen_at > now()'
    await db.query("update staff_session set seen_at = now() - interval '2 minutes'")
    expect((await answerTo(token, { url: '/api/auth/user', headers }))[0]).toBe(403)
    expect((await answerTo(token, { headers }))[0]).toBe(200)
    // The session beside it is not even read, so it is not prolonged.
    expect((await db.query(seen.replace('now()', "now() - interval '1 minute'"))).rows).toEqual([{ n: 0 }])
    const id = randomUUID()
    await insertLead(db, { id })
    const answer = await asProgram(token, {
      method: 'PATCH',
      url: `/api/admin/leads/${id}`,
      headers: { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      payload: { stage: 'contacted' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.cookies).toEqual([])
    const { rows } = await db.query('select actor_id from lead_event where lead_id = $1', [id])
    expect(rows).toEqual([{ actor_id: own.id }])
    // Credentials that a proxy in front asks for are none of ours: the session counts.
    const basic = { authorization: 'Basic YTpi', cookie: owner.cookie }
    expect((await app.inject({ url: '/api/auth/user', headers: basic })).statusCode).toBe(200)
  })

  test('has a checksum, so that a slip of the pen needs no database', () => {
    const { key } = staffTokens.newKey()
    expect(staffTokens.canBeKey(key)).toBe(true)
    expect(staffTokens.canBeKey(key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'))).toBe(false)
    expect(staffTokens.canBeKey(key.replace('staff_', 'sandbox_'))).toBe(false)
  })

  test('is never logged, whether it works or not', async () => {
    const talkative = await anotherInstance(config, { ...settings, LOG_LEVEL: 'trace' })
    const lines = logLines(talkative)
    const { token } = await made()
    await asProgram(token, {}, talkative)
    await asProgram(token, { method: 'PATCH', url: `/api/admin/leads/${randomUUID()}` }, talkative)
    const wrong = staffTokens.newKey().key
    await asProgram(wrong, {}, talkative)
    await talkative.close()
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.join('')).not.toMatch(new RegExp(`${token.slice(6, 20)}|${wrong.slice(6, 20)}`))
  })

  test('is guessed a few times a minute, and its account is counted whatever addresses it calls from', async () => {
    const strict = await anotherInstance(config, {
      RATE_LIMIT_SIGN_INS_PER_MINUTE: '3',
      RATE_LIMIT_REQUESTS_PER_MINUTE: '10',
    })
    const { token } = await made()
    const from = async (secret: string, remoteAddress: string) => (await answerTo(secret, { remoteAddress }, strict))[0]
    const guesses: unknown[] = []
    for (let guess = 0; guess < 5; guess += 1) guesses.push(await from(staffTokens.newKey().key, '203.0.113.5'))
    expect(guesses).toEqual([401, 401, 401, 429, 429])
    // Not even the right one is looked at from there, and others are not kept waiting.
    expect([await from(token, '203.0.113.5'), await from(token, '203.0.113.6')]).toEqual([429, 200])
    const statuses: unknown[] = []
    for (let request = 0; request < 11; request += 1) statuses.push(await from(token, `198.51.100.${request}`))
    expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 200))
    expect(statuses.slice(9)).toEqual([429, 429])
    await strict.close()
  })
})
