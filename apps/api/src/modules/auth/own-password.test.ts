import { beforeEach, describe, expect, test } from 'vitest'
import { password, postSignIn, signIn, startApp } from '../../../test/harness.ts'

const { app, db, makeStaff, countRows } = await startApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '8' })

let email = ''
let cookie = ''
beforeEach(async () => {
  await db.query('delete from staff_user; truncate record_change, rate_limit')
  ;({ email, cookie } = await makeStaff('viewer'))
})

const chosen = 'three quiet herons'
const change = (payload: object = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PUT',
    url: '/api/auth/password',
    headers: { cookie, ...headers },
    payload: { currentPassword: password, newPassword: chosen, ...payload },
  })
const whoAmI = async (theirs: string) =>
  (await app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie: theirs } })).statusCode
const signInWith = async (secret: string) => (await postSignIn(app, { email, password: secret })).statusCode

describe('updateOwnPassword', () => {
  test('204 changes it: this session stays, all others end, and the change is logged', { tags: ['A15'] }, async () => {
    const elsewhere = await signIn(app, email)
    const { cookie: colleague } = await makeStaff()
    const answer = await change()
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect(await whoAmI(cookie)).toBe(200)
    expect(await whoAmI(elsewhere)).toBe(401)
    expect(await whoAmI(colleague)).toBe(200)
    expect([await signInWith(password), await signInWith(chosen)]).toEqual([401, 303])
    const { rows } = await db.query('select action, actor, actor_id = record_id as own from record_change')
    expect(rows).toEqual([{ action: 'password', actor: 'Staff viewer', own: true }])
  })

  test('204 voids an open reset link', async () => {
    await db.query(
      `insert into password_reset (staff_id, token_hash, expires_at)
       select id, 'x', now() + interval '1 hour' from staff_user where email = $1`,
      [email],
    )
    expect((await change()).statusCode).toBe(204)
    expect(await countRows('password_reset')).toBe(0)
  })

  test.each([
    [
      'a wrong present one',
      { currentPassword: 'a wrong long secret' },
      '/currentPassword',
      'this is not your current password',
    ],
    ['a short new one', { newPassword: 'short' }, '/newPassword', 'at least 12 characters'],
    ['a common new one', { newPassword: 'password12345' }, '/newPassword', 'too easy to guess'],
    ['the same again', { newPassword: password }, '/newPassword', 'different from the current one'],
  ])('400 on the member for %s; nothing changes', { tags: ['B15'] }, async (_what, payload, pointer, detail) => {
    const elsewhere = await signIn(app, email)
    const answer = await change(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual([{ in: 'body', pointer, detail: expect.stringContaining(detail) }])
    expect(await whoAmI(elsewhere)).toBe(200)
    expect(await signInWith(password)).toBe(303)
    expect(await countRows('record_change')).toBe(0)
  })

  test('204 for one of five at the same time, 400 for the others: the old password no longer works', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => change({ newPassword: `${chosen} ${n}` })))
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['204', '400', '400', '400', '400'])
    expect(await countRows('record_change')).toBe(1)
  })

  test('429 with Retry-After after eight wrong passwords, even with the right one; a weak new password does not count', async () => {
    await db.query('truncate rate_limit')
    for (let n = 0; n < 10; n += 1) expect((await change({ newPassword: 'weak' })).statusCode).toBe(400)
    for (let n = 0; n < 8; n += 1) {
      expect((await change({ currentPassword: `a wrong long secret ${n}` })).statusCode).toBe(400)
    }
    const answer = await change()
    expect(answer.statusCode).toBe(429)
    expect(answer.json().code).toBe('rate_limited')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await signInWith(password)).toBe(429)
  })
})
