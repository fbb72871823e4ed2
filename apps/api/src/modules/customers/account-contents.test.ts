import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { addAccount, addCustomer, addMember } from '../../../test/customers.ts'
import { startWithCustomers } from '../../../test/with-customers.ts'

const { app, db, asEditor: call, sendCard } = await startWithCustomers()
const send = async (key: string, changes: object = {}): Promise<string> => (await sendCard(key, changes)).json().Id

describe('listAccountMembers', () => {
  test('200 with the members of this account only, and 404 for an unknown one', async () => {
    const { id } = await addAccount(db)
    const { email } = await addMember(db, id)
    await addMember(db, (await addAccount(db)).id)
    expect((await call('GET', `accounts/${id}/members`)).json()).toMatchObject([{ email }])
    expect((await call('GET', `accounts/${randomUUID()}/members`)).statusCode).toBe(404)
  })
})

describe('createAccountMember', () => {
  const invite = (id: string, email: string) => call('POST', `accounts/${id}/members`, { name: 'Dana', email })

  test('201 with a link, and 409 for an email that belongs to a member', async () => {
    const { id } = await addAccount(db)
    expect((await invite(id, 'dana@example.com')).json()).toMatchObject({
      member: { invitedBy: 'Staff editor' },
      link: {},
    })
    const other = await addAccount(db)
    expect((await invite(other.id, 'Dana@example.com')).statusCode).toBe(409)
    expect((await invite(randomUUID(), 'erika@example.com')).statusCode).toBe(404)
  })

  test('409 for the fifty-first member, even when several are invited at the same time', async () => {
    const { id } = await addAccount(db)
    await db.query(
      `insert into customer_member (id, account_id, email, name, invited_by)
       select gen_random_uuid(), $1, 'member-' || n || '@example.com', 'Dana Example', 'Staff' from generate_series(1, 48) as n`,
      [id],
    )
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => invite(id, `new-${n}@example.com`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('limit_reached')
  })
})

describe('resendMemberInvitation', () => {
  test('200 with a new link, which voids the previous one', async () => {
    const { id } = await addAccount(db)
    const { member, link } = (
      await call('POST', `accounts/${id}/members`, { name: 'Dana', email: 'dana@example.com' })
    ).json()
    const again = (await call('POST', `account-members/${member.id}/resend`)).json()
    const enter = (url: string) =>
      app.inject({ method: 'POST', url: '/api/account/sessions', payload: { token: url.slice(-43) } })
    expect((await enter(link.url)).statusCode).toBe(410)
    expect((await enter(again.link.url)).statusCode).toBe(201)
    expect((await call('POST', `account-members/${randomUUID()}/resend`)).statusCode).toBe(404)
  })
})

describe('deleteAccountMember', () => {
  test('204 ends the member’s sessions, even the last member’s, and the keys keep working', async () => {
    const { cookie, member, live } = await addCustomer(app, db)
    expect((await call('DELETE', `account-members/${member.id}`)).statusCode).toBe(204)
    expect((await app.inject({ url: '/api/account/member', headers: { cookie } })).statusCode).toBe(401)
    expect(await send(live.key)).toMatch(/^piece_/)
    expect((await call('DELETE', `account-members/${member.id}`)).statusCode).toBe(404)
  })
})

describe('listAccountKeys', () => {
  test('200 with live and test keys of this account, without their secrets', async () => {
    const { id, live, test: tests } = await addAccount(db)
    await addAccount(db)
    const answer = await call('GET', `accounts/${id}/keys`, undefined, { role: 'viewer' })
    expect(
      answer
        .json()
        .map(({ mode, state }: { mode: string; state: string }) => `${mode} ${state}`)
        .toSorted(),
    ).toEqual(['live active', 'test active'])
    for (const { key } of [live, tests]) expect(answer.body).not.toContain(key.slice(12))
  })
})

describe('revokeAccountKey', () => {
  test('200 revokes a key immediately, and its account’s history names who did it', async () => {
    const { id, live } = await addAccount(db)
    const [key] = (await call('GET', `accounts/${id}/keys`))
      .json()
      .filter(({ mode }: { mode: string }) => mode === 'live')
    const answer = await call('POST', `account-keys/${key.id}/revoke`)
    expect(answer.json()).toMatchObject({ state: 'revoked', revokedBy: 'Staff editor' })
    const refused = await app.inject({ url: '/v1/pieces', headers: { authorization: `Bearer ${live.key}` } })
    expect(refused.json()).toMatchObject({ code: 'key_revoked' })
    const [event] = (await call('GET', `accounts/${id}/changes`)).json()
    expect(event).toMatchObject({
      action: 'key_revoke',
      actor: 'Staff editor',
      changes: [{ field: 'key' }, { field: 'prefix' }],
    })
  })

  test('404 for a sandbox key, which is revoked elsewhere, and vice versa', async () => {
    const sandbox = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()
    expect((await call('POST', `account-keys/${sandbox.Id}/revoke`)).statusCode).toBe(404)
    const { id, live } = await addAccount(db)
    const [key] = (await call('GET', `accounts/${id}/keys`))
      .json()
      .filter(({ mode }: { mode: string }) => mode === 'live')
    expect((await call('POST', `print/keys/${key.id}/revoke`)).statusCode).toBe(404)
    expect(await send(live.key)).toMatch(/^piece_/)
  })
})

describe('getAccountUsage', () => {
  test('200 with the usage that the customer sees, for each mode', async () => {
    const { id, live, test: tests } = await addAccount(db, { monthly_cap: 10 })
    await send(live.key)
    await send(live.key)
    await send(tests.key)
    const usage = await call('GET', `accounts/${id}/usage`)
    const own = await app.inject({ url: '/v1/usage', headers: { authorization: `Bearer ${live.key}` } })
    expect(usage.json()).toEqual(own.json())
    expect(usage.json()).toMatchObject({ Mode: 'live', Pieces: 2, Cap: 10, Total: 1.36 })
    expect((await call('GET', `accounts/${id}/usage?mode=test`)).json()).toMatchObject({ Mode: 'test', Pieces: 1 })
    expect((await call('GET', `accounts/${id}/usage?month=2020-01`)).json()).toMatchObject({ Pieces: 0, Total: 0 })
    expect((await call('GET', `accounts/${randomUUID()}/usage`)).statusCode).toBe(404)
  })
})

describe('listAccountPieces', () => {
  test('200 by mode and status, and the access log names the account whose pieces were read', async () => {
    const { id, live, test: tests } = await addAccount(db)
    const piece = await send(live.key)
    const other = await send(tests.key)
    await addAccount(db)
    const listed = async (query = '') =>
      (await call('GET', `accounts/${id}/pieces${query}`)).json().map(({ Id }: { Id: string }) => Id)
    expect(await listed()).toEqual([piece])
    expect(await listed('?mode=test')).toEqual([other])
    expect(await listed('?status=delivered,returned')).toEqual([])
    expect(await listed('?to=2020-01-01')).toEqual([])
    expect(await listed(`?q=${piece}`)).toEqual([piece])
    expect(await listed(`?q=${other}`)).toEqual([])
    await vi.waitFor(async () => {
      const entries = (await call('GET', `access-entries?recordId=${id}`, undefined, { role: 'owner' })).json()
      expect(entries).toMatchObject([
        { kind: 'open', list: 'pieces', recordName: 'Tulsa Roofing Example', role: 'editor' },
      ])
      expect(entries[0].times).toBe(6)
    }, 10_000)
  })
})

describe('getAccountPiece', () => {
  test('200 with the account, and the access log names the piece', async () => {
    const { id, live } = await addAccount(db)
    const piece = await send(live.key)
    const answer = await call('GET', `pieces/${piece}`, undefined, { role: 'viewer' })
    expect(answer.json()).toMatchObject({
      accountId: id,
      accountName: 'Tulsa Roofing Example',
      piece: { Id: piece, Mode: 'live' },
    })
    await vi.waitFor(async () => {
      const entries = (await call('GET', `access-entries?recordId=${id}`, undefined, { role: 'owner' })).json()
      expect(entries).toMatchObject([{ pieceId: piece, role: 'viewer' }])
    }, 10_000)
    expect((await call('GET', `pieces/piece_${'0'.repeat(20)}`)).statusCode).toBe(404)
  })
})

describe('listAccountChanges', () => {
  test('200 with the changes by staff and members, newest first, and 404 for an unknown account', async () => {
    const { id, cookie } = await addCustomer(app, db)
    await call('PATCH', `accounts/${id}`, { monthlyCap: 100 })
    await app.inject({
      method: 'POST',
      url: '/api/account/keys',
      headers: { cookie },
      payload: { mode: 'live', name: 'Production', scopes: ['pieces'] },
    })
    const changes = (await call('GET', `accounts/${id}/changes`, undefined, { role: 'viewer' })).json()
    expect(changes).toMatchObject([
      {
        action: 'key_create',
        actor: 'Dana Example (member)',
        changes: [{ field: 'key', after: 'Production' }, {}, {}],
      },
      { action: 'update', actor: 'Staff editor', changes: [{ field: 'monthlyCap', before: null, after: '100' }] },
    ])
    // Owners see both in the change log.
    const log = (await call('GET', 'changes?recordType=customer_account', undefined, { role: 'owner' })).json()
    expect(log).toEqual(changes)
    expect((await call('GET', `accounts/${randomUUID()}/changes`)).statusCode).toBe(404)
  })
})
