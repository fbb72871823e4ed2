import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anotherInstance, insertLead, password, signIn, untilBlocked } from '../../../test/harness.ts'
import { logLines } from '../../../test/log-lines.ts'
import { invalid, settings, startTokens } from '../../../test/tokens.ts'
import { staffTokens } from './tokens.service.ts'

const { app, config, db, countRows, own, makeStaff, call, create, made, asProgram, answerTo } = await startTokens()

describe('a token', () => {
  test('ends when it expires, its account is disabled, or its password is reset, and does not work again', async () => {
    const owner = await makeStaff('owner')
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

  test('survives a password change and a sign-out, and ends when an owner resets the second factor', async () => {
    const { token } = await made()
    const payload = { currentPassword: password, newPassword: 'three quiet herons' }
    expect((await call({ method: 'PUT', url: '/api/auth/password', payload })).statusCode).toBe(204)
    await db.query('delete from staff_session')
    expect((await answerTo(token))[0]).toBe(200)
    const owner = await makeStaff('owner')
    await call({ method: 'DELETE', url: `/api/admin/staff/${own.id}/second-factor` }, owner.cookie)
    expect((await answerTo(token))[0]).toBe(401)
  })

  test('is not created in a session that ends during the request', async () => {
    // The account stays locked until its sessions have ended, as when an owner resets its second factor.
    await db.query('begin; select from staff_user for update')
    const answer = create()
    await untilBlocked(db, 1)
    await db.query('delete from staff_session; commit')
    expect([(await answer).statusCode, await countRows('staff_token')]).toEqual([401, 0])
  })

  test('may do what both its scopes and the current role allow', async () => {
    const id = await insertLead(db)
    const { token } = await made({ scopes: ['leads:read', 'leads:write'] })
    const work = { method: 'PATCH', url: `/api/admin/leads/${id}`, payload: { stage: 'contacted' } } as const
    expect((await answerTo(token, work))[0]).toBe(200)
    // A change records who made it, as with a session.
    const { rows } = await db.query('select actor_id, actor from record_change where record_id = $1', [id])
    expect(rows).toEqual([{ actor_id: own.id, actor: 'Staff editor' }])
    await db.query("update staff_user set role = 'viewer' where id = $1", [own.id])
    expect((await answerTo(token, work)).slice(0, 2)).toEqual([403, 'forbidden'])
    expect((await answerTo(token))[0]).toBe(200)
  })

  test('is checked alone: neither a cookie nor the origin of the request matters', async () => {
    const owner = await makeStaff('owner')
    const { token } = await made({ scopes: ['leads:read', 'leads:write'] })
    const headers = { cookie: owner.cookie }
    const seen = 'select count(*)::int as n from staff_session where seen_at > now()'
    await db.query("update staff_session set seen_at = now() - interval '2 minutes'")
    expect((await answerTo(token, { url: '/api/auth/user', headers }))[0]).toBe(403)
    expect((await answerTo(token, { headers }))[0]).toBe(200)
    // The session sent with it is not even read, so it is not prolonged.
    expect((await db.query(seen.replace('now()', "now() - interval '1 minute'"))).rows).toEqual([{ n: 0 }])
    const id = await insertLead(db)
    const answer = await asProgram(token, {
      method: 'PATCH',
      url: `/api/admin/leads/${id}`,
      headers: { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      payload: { stage: 'contacted' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.cookies).toEqual([])
    const { rows } = await db.query('select actor_id from record_change where record_id = $1', [id])
    expect(rows).toEqual([{ actor_id: own.id }])
    // Credentials for a proxy in front are not ours: the session counts.
    const basic = { authorization: 'Basic YTpi', cookie: owner.cookie }
    expect((await app.inject({ url: '/api/auth/user', headers: basic })).statusCode).toBe(200)
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

  test('can be guessed only a few times a minute, and its account is limited across all addresses', async () => {
    const strict = await anotherInstance(config, {
      RATE_LIMIT_SIGN_INS_PER_MINUTE: '3',
      RATE_LIMIT_REQUESTS_PER_MINUTE: '10',
    })
    const { token } = await made()
    const from = async (secret: string, remoteAddress: string) => (await answerTo(secret, { remoteAddress }, strict))[0]
    const guesses: unknown[] = []
    for (let guess = 0; guess < 5; guess += 1) guesses.push(await from(staffTokens.newKey().key, '203.0.113.5'))
    expect(guesses).toEqual([401, 401, 401, 429, 429])
    // Even the right one is rejected from there without a check, and others are not delayed.
    expect([await from(token, '203.0.113.5'), await from(token, '203.0.113.6')]).toEqual([429, 200])
    const statuses: unknown[] = []
    for (let request = 0; request < 11; request += 1) statuses.push(await from(token, `198.51.100.${request}`))
    expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 200))
    expect(statuses.slice(9)).toEqual([429, 429])
    await strict.close()
  })
})
