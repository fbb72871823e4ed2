import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addAccount, addCustomer, addMember, signInMember } from '../../../test/customers.ts'
import { startWithCustomers } from '../../../test/with-customers.ts'

const { app, db, asMember: call } = await startWithCustomers()
const withKey = (key: string, url = '/v1/pieces') => app.inject({ url, headers: { authorization: `Bearer ${key}` } })
const events = async () =>
  (await db.query('select action, actor, before, after from record_change order by created_at, id')).rows

describe('listMembers', () => {
  test('200 with the members of one’s own account only', async () => {
    const { cookie, member } = await addCustomer(app, db)
    await addCustomer(app, db)
    const listed = (await call(cookie, 'GET', 'members')).json()
    expect(listed).toMatchObject([{ id: member.id, email: member.email, lastSignInAt: expect.any(String) }])
  })
})

describe('createMember', () => {
  test('201 with a link to sign in to the same account where there is no email server', async () => {
    const { cookie, id } = await addCustomer(app, db)
    const answer = await call(cookie, 'POST', 'members', { name: 'Erika', email: 'erika@example.com' })
    expect(answer.statusCode).toBe(201)
    const { member, link } = answer.json()
    expect(member).toMatchObject({ email: 'erika@example.com', invitedBy: 'Dana Example (member)' })
    const entered = await app.inject({
      method: 'POST',
      url: '/api/account/sessions',
      payload: { token: link.url.slice(-43) },
    })
    expect(entered.json()).toMatchObject({ account: { id } })
    expect(await events()).toMatchObject([{ action: 'member_invite', after: { member: 'erika@example.com' } }])
  })

  test('409 for an email that belongs to a member of any account', async () => {
    const { cookie } = await addCustomer(app, db)
    const { member } = await addCustomer(app, db)
    const input = { name: 'Erika', email: member.email }
    expect((await call(cookie, 'POST', 'members', input)).json()).toMatchObject({ code: 'email_taken' })
  })
})

describe('deleteMember', () => {
  test('204 for another member, whose session ends, and 404 the second time', async () => {
    const { cookie, id } = await addCustomer(app, db)
    const other = await addMember(db, id)
    const session = await signInMember(app, db, other.id)
    expect((await call(session, 'GET', 'member')).statusCode).toBe(200)
    expect((await call(cookie, 'DELETE', `members/${other.id}`)).statusCode).toBe(204)
    expect((await call(session, 'GET', 'member')).statusCode).toBe(401)
    expect((await call(cookie, 'DELETE', `members/${other.id}`)).statusCode).toBe(404)
  })

  test('409 for oneself as the only member, even when the last two leave at the same time', async () => {
    const { cookie, id, member } = await addCustomer(app, db)
    expect((await call(cookie, 'DELETE', `members/${member.id}`)).json()).toMatchObject({ code: 'last_member' })
    const other = await addMember(db, id)
    const session = await signInMember(app, db, other.id)
    const answers = await Promise.all([
      call(cookie, 'DELETE', `members/${member.id}`),
      call(session, 'DELETE', `members/${other.id}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409])
  })
})

const createKey = async (cookie: string, changes: object = {}) =>
  (
    await call(cookie, 'POST', 'keys', { mode: 'live', name: 'Production', scopes: ['pieces', 'proofs'], ...changes })
  ).json()

describe('createKey', () => {
  test('201 with a key for the mode and the scopes, whose secret is stored only as a hash', async () => {
    const { cookie, live, test: tests } = await addCustomer(app, db)
    const made = await createKey(cookie)
    expect(made).toMatchObject({
      key: { mode: 'live', name: 'Production', scopes: ['pieces', 'proofs'], state: 'active' },
    })
    expect(made.secret).toMatch(/^live_[0-9A-Za-z]{36}$/)
    const inTest = await createKey(cookie, { mode: 'test' })
    expect(inTest.secret).toMatch(/^test_/)
    expect((await withKey(made.secret)).statusCode).toBe(200)
    const workspaces = await db.query('select id, workspace_id from print_key where id = any($1)', [
      [made.key.id, inTest.key.id],
    ])
    expect(new Map(workspaces.rows.map((row) => [row.id, row.workspace_id]))).toEqual(
      new Map([
        [made.key.id, live.workspace],
        [inTest.key.id, tests.workspace],
      ]),
    )
    const stored = JSON.stringify([(await db.query('select * from print_key')).rows, await events()])
    expect(stored).not.toContain(made.secret.slice(-20))
  })

  test('409 for the fifty-first active key, and 201 again after one has ended', async () => {
    const { cookie, live } = await addCustomer(app, db)
    await db.query(
      `insert into print_key (id, workspace_id, name, prefix, hash, scopes)
       select gen_random_uuid(), $1, 'Key', 'live_0000', sha256(n::text::bytea), '{pieces}' from generate_series(1, 49) as n`,
      [live.workspace],
    )
    expect(await createKey(cookie)).toMatchObject({ code: 'limit_reached' })
    expect(await createKey(cookie, { mode: 'test' })).toMatchObject({ key: { mode: 'test' } })
    await db.query(`update print_key set revoked_at = now() where hash = sha256('1'::bytea)`)
    expect(await createKey(cookie)).toMatchObject({ key: { mode: 'live' } })
  })

  test('400 without a scope, with an unknown one, or with one twice', async () => {
    const { cookie } = await addCustomer(app, db)
    for (const scopes of [[], ['everything'], ['pieces', 'pieces']])
      expect([scopes, await createKey(cookie, { scopes })]).toMatchObject([scopes, { status: 400 }])
  })
})

describe('listKeys', () => {
  test('200 with the keys of one mode, including those that ended within 30 days', async () => {
    const { cookie, live } = await addCustomer(app, db)
    await addAccount(db)
    const { key } = await createKey(cookie, { mode: 'test', name: 'Sandbox' })
    const names = async (mode: string) =>
      (await call(cookie, 'GET', `keys?mode=${mode}`))
        .json()
        .map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)
    expect(await names('test')).toEqual(['Sandbox active', 'Key active'])
    expect(await names('live')).toEqual(['Key active'])
    await db.query('update print_key set revoked_at = now() where id = $1', [key.id])
    expect(await names('test')).toEqual(['Sandbox revoked', 'Key active'])
    await db.query(`update print_key set revoked_at = now() - interval '31 days' where id = $1`, [key.id])
    expect(await names('test')).toEqual(['Key active'])
    expect((await withKey(live.key)).statusCode).toBe(200)
    expect((await call(cookie, 'GET', 'keys')).json()).toMatchObject([{ mode: 'live', lastUsedAt: expect.any(String) }])
  })
})

describe('updateKey', () => {
  test('200 removes scopes as of the next request; 400 for a scope that the key does not have, 409 after it has ended', async () => {
    const { cookie } = await addCustomer(app, db)
    const { key, secret } = await createKey(cookie)
    const patch = (payload: object) => call(cookie, 'PATCH', `keys/${key.id}`, payload)
    const narrow = { name: 'Reports', scopes: ['proofs'] }
    expect((await patch(narrow)).json()).toMatchObject(narrow)
    expect((await withKey(secret)).json()).toMatchObject({ code: 'insufficient_scope' })
    const wider = await patch({ scopes: ['proofs', 'pieces'] })
    expect([wider.statusCode, wider.json().errors]).toMatchObject([400, [{ pointer: '/scopes/1' }]])
    expect((await events()).at(-1)).toMatchObject({
      action: 'key_update',
      before: { key: 'Production', scopes: ['pieces', 'proofs'] },
      after: { key: 'Reports', scopes: ['proofs'] },
    })
    await call(cookie, 'POST', `keys/${key.id}/revoke`)
    expect((await patch({ name: 'x' })).json()).toMatchObject({ status: 409, code: 'key_ended' })
  })
})

describe('rotateKey', () => {
  const rotate = (cookie: string, id: string, overlapHours = 24) =>
    call(cookie, 'POST', `keys/${id}/rotate`, { overlapHours })

  test('201 with a key of the same name and scopes, and the old one works until the overlap ends; 409 after it has ended', async () => {
    const { cookie } = await addCustomer(app, db)
    const { key, secret } = await createKey(cookie)
    const rotated = (await rotate(cookie, key.id)).json()
    const { name, scopes } = key
    expect(rotated.key).toMatchObject({ name, scopes, mode: 'live', state: 'active', expiresAt: null })
    expect([(await withKey(secret)).statusCode, (await withKey(rotated.secret)).statusCode]).toEqual([200, 200])
    const { rows } = await db.query(
      `select expires_at between now() + interval '23 hours' and now() + interval '24 hours' as "isRight" from print_key where id = $1`,
      [key.id],
    )
    expect(rows).toEqual([{ isRight: true }])
    await db.query('update print_key set expires_at = now() where id = $1', [key.id])
    expect((await withKey(secret)).json()).toMatchObject({ code: 'key_expired' })
    expect((await withKey(rotated.secret)).statusCode).toBe(200)
    // Without an overlap.
    expect((await rotate(cookie, rotated.key.id, 0)).statusCode).toBe(201)
    expect((await withKey(rotated.secret)).statusCode).toBe(401)
    expect((await rotate(cookie, rotated.key.id)).json()).toMatchObject({ status: 409, code: 'key_ended' })
  })

  test('201 for one of two members who rotate a key at the same time', async () => {
    const { cookie, id } = await addCustomer(app, db)
    const other = await signInMember(app, db, (await addMember(db, id)).id)
    const { key } = await createKey(cookie)
    const answers = await Promise.all([cookie, other, cookie, other].map((who) => rotate(who, key.id)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    expect((await db.query(`select from print_key where name = 'Production'`)).rows).toHaveLength(2)
  })
})

describe('revokeKey', () => {
  test('200 revokes a key immediately, and a repeat changes nothing; 404 for an unknown one', async () => {
    const { cookie } = await addCustomer(app, db)
    const { key, secret } = await createKey(cookie)
    expect((await withKey(secret)).statusCode).toBe(200)
    const revoked = await call(cookie, 'POST', `keys/${key.id}/revoke`)
    expect(revoked.json()).toMatchObject({ state: 'revoked', revokedBy: 'Dana Example (member)' })
    expect((await withKey(secret)).json()).toMatchObject({ code: 'key_revoked' })
    expect((await call(cookie, 'POST', `keys/${key.id}/revoke`)).json()).toEqual(revoked.json())
    expect((await events()).filter(({ action }) => action === 'key_revoke')).toHaveLength(1)
    expect((await call(cookie, 'POST', `keys/${randomUUID()}/revoke`)).statusCode).toBe(404)
  })
})
