import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OneTimeLink, StaffUser } from '@app/contract'
import { password, postSignIn, startApp } from '../../../test/harness.ts'

const { app, db, makeStaff, countRows } = await startApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '20' })

let cookie = ''
beforeEach(async () => {
  await db.query('delete from staff_user; truncate record_change, staff_invitation, rate_limit')
  ;({ cookie } = await makeStaff())
})

const input = { email: 'New@Example.com', name: 'Nia Example', role: 'editor' }
const chosen = 'three quiet herons'

const post = (url: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/api/admin/${url}`, headers: { cookie }, ...(payload && { payload }) })
const invite = (changes: object = {}) => post('staff-invitations', { ...input, ...changes })
const invitations = async () =>
  (await app.inject({ method: 'GET', url: '/api/admin/staff-invitations', headers: { cookie } })).json()
const actions = async () =>
  (await db.query('select action from record_change order by created_at, id')).rows.map(({ action }) => action)

const tokenOf = ({ path }: OneTimeLink) => path.split('link=')[1] ?? ''
const newToken = async () => tokenOf((await invite()).json())
const look = (token: string) =>
  app.inject({ method: 'GET', url: `/api/set-password?link=${encodeURIComponent(token)}` })
const set = (token: string, changes: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/set-password',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ token, password: chosen, repeated: chosen, ...changes }).toString(),
  })
const signIn = async (email: string, secret: string) => (await postSignIn(app, { email, password: secret })).statusCode

const colleague = (role: StaffUser['role'] = 'viewer') => makeStaff(role)

describe('createStaffInvitation', () => {
  test('201 with a link of 256 bits, of which only the hash is stored', async () => {
    const answer = await invite()
    expect(answer.statusCode).toBe(201)
    const link: OneTimeLink = answer.json()
    const token = tokenOf(link)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await db.query("select *, created_at + interval '72 hours' as in_three_days from staff_invitation")
    expect(link.expiresAt).toBe(rows[0].in_three_days.toISOString())
    expect(rows).toMatchObject([{ email: 'new@example.com', name: 'Nia Example', role: 'editor' }])
    expect(rows[0].token_hash.equals(createHash('sha256').update(token).digest())).toBe(true)
    expect(await actions()).toEqual(['invite'])
  })

  test('409 on its field for an email that has an account, even a disabled one, or an open invitation', async () => {
    const { email, id } = await colleague()
    const refusal = async (address: string) => {
      const answer = await invite({ email: address })
      expect(answer.statusCode).toBe(409)
      return answer.json().errors[0]
    }
    expect(await refusal(email.toUpperCase())).toMatchObject({ pointer: '/email', detail: 'already has an account' })
    await db.query('update staff_user set disabled_at = now() where id = $1', [id])
    expect((await refusal(email)).detail).toContain('enable it')
    await invite()
    expect((await refusal(' new@example.com'.trim())).detail).toContain('is already invited')
    expect(await actions()).toEqual(['invite'])
  })

  test('201 again when the previous invitation has expired', async () => {
    const old = await newToken()
    await db.query('update staff_invitation set expires_at = now()')
    expect((await invite({ role: 'viewer' })).statusCode).toBe(201)
    expect(await invitations()).toMatchObject([{ role: 'viewer', isExpired: false }])
    expect((await look(old)).statusCode).toBe(410)
  })
})

describe('listStaffInvitations', () => {
  test('200 newest first, with who invited and whether the link still works', async () => {
    await invite()
    await db.query("update staff_invitation set expires_at = now(), created_at = now() - interval '4 days'")
    await invite({ email: 'other@example.com' })
    expect(await invitations()).toMatchObject([
      { email: 'other@example.com', isExpired: false },
      { email: 'new@example.com', name: 'Nia Example', invitedBy: 'Staff owner', isExpired: true },
    ])
  })
})

describe('deleteStaffInvitation', () => {
  test('204 voids the link, 404 the second time', async () => {
    const token = await newToken()
    const [{ id }] = await invitations()
    const revoke = () =>
      app.inject({ method: 'DELETE', url: `/api/admin/staff-invitations/${id}`, headers: { cookie } })
    expect((await revoke()).statusCode).toBe(204)
    expect((await set(token)).statusCode).toBe(410)
    expect((await revoke()).statusCode).toBe(404)
    expect(await actions()).toEqual(['invite', 'revoke'])
  })
})

describe('renewStaffInvitation', () => {
  test('201 with a new link that has a full lifetime; the previous one is void', async () => {
    const old = await newToken()
    await db.query('update staff_invitation set expires_at = now()')
    const [{ id }] = await invitations()
    const answer = await post(`staff-invitations/${id}/renew`)
    expect(answer.statusCode).toBe(201)
    expect((await look(old)).statusCode).toBe(410)
    expect((await look(tokenOf(answer.json()))).statusCode).toBe(200)
    expect(await actions()).toEqual(['invite', 'renew'])
  })

  test('404 when the invitation does not exist', async () => {
    expect((await post(`staff-invitations/${randomUUID()}/renew`)).statusCode).toBe(404)
  })
})

describe('createPasswordReset', () => {
  test('201 and nothing changes until the link is used', { tags: ['A15'] }, async () => {
    const { id, email, cookie: theirs } = await colleague()
    const first = tokenOf((await post(`staff/${id}/password-reset`)).json())
    const second = tokenOf((await post(`staff/${id}/password-reset`)).json())
    expect((await look(first)).statusCode).toBe(410)
    expect(await signIn(email, password)).toBe(303)

    expect((await set(second)).statusCode).toBe(200)
    const whoAmI = await app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie: theirs } })
    expect(whoAmI.statusCode).toBe(401)
    expect(await signIn(email, password)).toBe(401)
    expect(await signIn(email, chosen)).toBe(303)
    expect(await actions()).toEqual(['reset', 'reset', 'password'])
  })

  test('409 for oneself and for a disabled account, 404 when it does not exist', async () => {
    const self = (await app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie } })).json()
    expect((await post(`staff/${self.id}/password-reset`)).json()).toMatchObject({ code: 'own_account', status: 409 })
    const { id } = await colleague()
    await db.query('update staff_user set disabled_at = now() where id = $1', [id])
    expect((await post(`staff/${id}/password-reset`)).json()).toMatchObject({ code: 'account_disabled', status: 409 })
    expect((await post(`staff/${randomUUID()}/password-reset`)).statusCode).toBe(404)
  })
})

describe('getSetPasswordPage', () => {
  test('200 with a page that runs no script, sends no referrer and does not use up the link', async () => {
    const token = await newToken()
    const answer = await look(token)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).not.toContain('<script')
    expect(answer.body).toContain('autocomplete="new-password"')
    expect(answer.body).toContain('<meta name="referrer" content="same-origin">')
    expect(answer.body).toContain('Nia Example')
    expect((await look(token)).statusCode).toBe(200)
  })

  test.each(['', 'nonsense', 'x'.repeat(200), '"><script>alert(1)</script>'])('410 for %j', async (token) => {
    const answer = await look(token)
    expect(answer.statusCode).toBe(410)
    expect(answer.body).toContain('Ask an owner')
    expect(answer.body).not.toContain('<script>')
  })

  test('410 for an expired link', async () => {
    const token = await newToken()
    await db.query('update staff_invitation set expires_at = now()')
    expect((await look(token)).statusCode).toBe(410)
    expect((await set(token)).statusCode).toBe(410)
  })
})

describe('setPassword', () => {
  test('200 creates the account of an invitation, once, without signing in', async () => {
    const token = await newToken()
    const answer = await set(token)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Your password is set')
    expect(answer.cookies).toEqual([])
    expect(await signIn('new@example.com', chosen)).toBe(303)
    expect(await invitations()).toEqual([])
    expect((await set(token, { password: 'another long secret', repeated: 'another long secret' })).statusCode).toBe(
      410,
    )
    expect(await signIn('new@example.com', chosen)).toBe(303)
    const { rows } = await db.query(
      "select actor, actor_id = record_id as own from record_change where action = 'accept'",
    )
    expect(rows).toEqual([{ actor: 'Nia Example', own: true }])
  })

  test('200 for one of five at the same time, 410 for the others', async () => {
    const token = await newToken()
    const answers = await Promise.all(Array.from({ length: 5 }, () => set(token)))
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '410', '410', '410', '410'])
    expect(await countRows("staff_user where email = 'new@example.com'")).toBe(1)
  })

  test.each([
    ['short', { password: 'short', repeated: 'short' }, 'at least 12 characters'],
    ['common', { password: 'password12345', repeated: 'password12345' }, 'too easy to guess'],
    ['repeated differently', { repeated: 'three quiet heron' }, 'don’t match'],
  ])(
    '422 with the form for a password that is %s; the link still works',
    { tags: ['B07'] },
    async (_what, changes, words) => {
      const token = await newToken()
      const answer = await set(token, changes)
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain(words)
      expect((await set(token)).statusCode).toBe(200)
    },
  )

  test('403 from another origin, 415 for JSON, 400 for an extra member; the link still works', async () => {
    const token = await newToken()
    expect((await set(token, {}, { origin: 'https://evil.example' })).statusCode).toBe(403)
    const json = await app.inject({ method: 'POST', url: '/api/set-password', payload: { token } })
    expect(json.statusCode).toBe(415)
    expect((await set(token, { role: 'owner' })).statusCode).toBe(400)
    expect((await set(token)).statusCode).toBe(200)
  })

  test('429 for one address that tries many links', async () => {
    await db.query('truncate rate_limit')
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await set(`guess-${n}`)).statusCode)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 410))
    expect(statuses[20]).toBe(429)
  })

  test('410 when the account is disabled meanwhile, or was created by the command line', async () => {
    const { id } = await colleague()
    const reset = tokenOf((await post(`staff/${id}/password-reset`)).json())
    await db.query('update staff_user set disabled_at = now() where id = $1', [id])
    expect((await set(reset)).statusCode).toBe(410)
    const token = await newToken()
    await db.query("update staff_user set email = 'new@example.com' where id = $1", [id])
    expect((await set(token)).statusCode).toBe(410)
  })
})
