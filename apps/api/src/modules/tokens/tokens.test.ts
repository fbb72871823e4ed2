import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { StaffTokenWithSecret } from '@app/contract'
import { anotherInstance } from '../../../test/harness.ts'
import { invalid, settings, startTokens } from '../../../test/tokens.ts'

const { app, config, db, countRows, own, makeStaff, wanted, call, create, made, asProgram, answerTo } =
  await startTokens()

describe('createOwnToken', () => {
  test('201 with a token that is stored only as its hash, for 90 days', async () => {
    const answer = await create()
    expect(answer.statusCode).toBe(201)
    const { token, prefix, id } = answer.json<StaffTokenWithSecret>()
    expect(token).toMatch(/^staff_[0-9A-Za-z]{36}$/)
    expect(token.startsWith(prefix)).toBe(true)
    const { rows } = await db.query(`select *, expires_at - created_at as lasts from staff_token`)
    expect(rows).toMatchObject([{ id, name: 'Weekly report', prefix, lasts: { days: 90 }, last_used_at: null }])
    expect(rows[0].hash.equals(createHash('sha256').update(token).digest())).toBe(true)
    for (const table of ['staff_token', 'record_change', 'staff_user']) {
      expect(JSON.stringify((await db.query(`select * from ${table}`)).rows)).not.toContain(token.slice(12))
    }
    const audit = await db.query('select action, actor, before, after from record_change')
    expect(audit.rows).toMatchObject([{ action: 'token_create', after: { token: 'Weekly report' } }])
  })

  test('400 for a wrong password, no scope, an unknown or duplicate scope, no name, and more than a year', async () => {
    for (const changes of [
      { currentPassword: 'a wrong long secret' },
      { scopes: [] },
      { scopes: ['staff:write'] },
      { scopes: ['leads:read', 'leads:read'] },
      { name: '  ' },
      { expiresInDays: 366 },
      { expiresInDays: 0 },
    ])
      expect([changes, (await create(changes)).statusCode]).toEqual([changes, 400])
    expect(await countRows('staff_token')).toBe(0)
  })

  test('403 without a second factor where one is required', async () => {
    const strict = await anotherInstance(config, { ...settings, SECOND_FACTOR: 'required' })
    const headers = { cookie: own.cookie }
    const answer = await strict.inject({ method: 'POST', url: '/api/auth/tokens', headers, payload: wanted })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'second_factor_required'])
    // A token created earlier opens nothing, either.
    const { token } = await made()
    expect((await answerTo(token, {}, strict)).slice(0, 2)).toEqual([403, 'second_factor_required'])
    await db.query(`insert into staff_authenticator (staff_id, secret) values ($1, '\\x00')`, [own.id])
    expect((await answerTo(token, {}, strict))[0]).toBe(200)
    await strict.close()
  })

  test('409 with fifty of them, even for two at the same time', async () => {
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
  test('200 with everything except the secret, for this account only', async () => {
    const { token, ...shown } = await made()
    await made({ name: 'Another' }, (await makeStaff('owner')).cookie)
    const answer = await call({ url: '/api/auth/tokens' })
    expect(answer.json()).toEqual([shown])
    expect(answer.body).not.toContain(token.slice(12))
  })

  test('200 with the last use, written at most once a minute', async () => {
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

describe('deleteOwnToken', () => {
  test('200 and the next request is rejected on every instance', async () => {
    const { token, id } = await made()
    const other = await made({ name: 'Stays' })
    const elsewhere = await anotherInstance(config, settings)
    expect([(await answerTo(token))[0], (await answerTo(token, {}, elsewhere))[0]]).toEqual([200, 200])
    const answer = await call({ method: 'DELETE', url: `/api/auth/tokens/${id}` })
    expect(answer.json()).toMatchObject([{ id: other.id }])
    for (const to of [app, elsewhere]) expect(await answerTo(token, {}, to)).toEqual([401, 'invalid_token', invalid])
    await elsewhere.close()
    expect((await answerTo(other.token))[0]).toBe(200)
    const { rows } = await db.query("select before, after from record_change where action = 'token_revoke'")
    expect(rows).toMatchObject([{ before: { token: 'Weekly report' }, after: {} }])
  })

  test("404 for someone else's, which stays, and for a deleted one", async () => {
    const { token, id } = await made()
    const stranger = await makeStaff('owner')
    expect((await call({ method: 'DELETE', url: `/api/auth/tokens/${id}` }, stranger.cookie)).statusCode).toBe(404)
    expect((await answerTo(token))[0]).toBe(200)
    expect((await call({ method: 'DELETE', url: `/api/auth/tokens/${randomUUID()}` })).statusCode).toBe(404)
  })
})

describe('listStaffTokens', () => {
  test('200 for an owner, 404 for a missing account', async () => {
    const { token: _token, ...shown } = await made()
    const owner = await makeStaff('owner')
    expect((await call({ url: `/api/admin/staff/${own.id}/tokens` }, owner.cookie)).json()).toEqual([shown])
    expect((await call({ url: `/api/admin/staff/${randomUUID()}/tokens` }, owner.cookie)).statusCode).toBe(404)
  })
})

describe('deleteStaffToken', () => {
  test('200 for an owner, with who did it in the change log; 404 afterwards', async () => {
    const { token, id } = await made()
    const owner = await makeStaff('owner')
    const options = { method: 'DELETE', url: `/api/admin/staff-tokens/${id}` } as const
    const answer = await call(options, owner.cookie)
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
    expect((await answerTo(token))[0]).toBe(401)
    const { rows } = await db.query(
      "select actor, record_name as person from record_change where action = 'token_revoke'",
    )
    expect(rows).toEqual([{ actor: 'Staff owner', person: 'Staff editor' }])
    expect((await call(options, owner.cookie)).statusCode).toBe(404)
  })
})
