import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config/config.ts'
import { closeOrm, openOrm } from '../../db/orm.ts'
import { entities } from '../../entities/entities.ts'
import { password, startApp, testEnv } from '../../../test/harness.ts'

const { config, db, makeStaff } = await startApp()
const { cookie, email } = await makeStaff()
// The same database behind an instance that delegates sign-in to a provider, which is not called here.
const orm = await openOrm(config.databaseUrl, { entities, poolMax: 2 })
const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
const app = await buildApp(readConfig({ ...testEnv(config.databaseUrl), ...provider }), orm)
afterAll(async () => {
  await app.close()
  await closeOrm(orm)
})

const post = (url: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/api/admin/${url}`, headers: { cookie }, ...(payload && { payload }) })

test('an invitation is accepted without a password, once', async () => {
  const { path } = (await post('staff-invitations', { email: 'nia@example.com', name: 'Nia', role: 'viewer' })).json()
  const page = await app.inject({ method: 'GET', url: path })
  expect(page.body).toContain('nia@example.com')
  expect(page.body).not.toContain('type="password"')
  const accept = () =>
    app.inject({
      method: 'POST',
      url: '/api/set-password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: path.split('=')[1] }).toString(),
    })
  expect((await accept()).statusCode).toBe(200)
  expect((await accept()).statusCode).toBe(410)
  const { rows } = await db.query("select role from staff_user where email = 'nia@example.com' and disabled_at is null")
  expect(rows).toEqual([{ role: 'viewer' }])
})

test('409 for a reset: there is no password', async () => {
  const { rows } = await db.query<{ id: string }>('select id from staff_user where email <> $1', [email])
  const answer = await post(`staff/${rows[0]?.id}/password-reset`)
  expect(answer.json()).toMatchObject({ status: 409, code: 'single_sign_on' })
})

test('409 for a change of one’s own password, which the account screen does not offer', async () => {
  const payload = { currentPassword: password, newPassword: 'three quiet herons' }
  const answer = await app.inject({ method: 'PUT', url: '/api/auth/password', headers: { cookie }, payload })
  expect(answer.json()).toMatchObject({ status: 409, code: 'single_sign_on' })
  const me = await app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie } })
  expect(me.json().signInMethod).toBe('sso')
})
