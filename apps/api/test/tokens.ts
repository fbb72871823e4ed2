import type { InjectOptions } from 'fastify'
import { beforeEach } from 'vitest'
import type { StaffTokenWithSecret } from '@app/contract'
import { password, startApp } from './harness.ts'

export const settings = { RATE_LIMIT_SIGN_INS_PER_MINUTE: '100000' }

/** A signed-in editor who creates tokens, for each test. */
export async function startTokens() {
  const started = await startApp(settings)
  const { app, db, makeStaff } = started

  const own = { id: '', email: '', cookie: '' }
  beforeEach(async () => {
    await db.query('delete from staff_user; truncate record_change, rate_limit')
    Object.assign(own, await makeStaff('editor'))
  })

  const wanted = { currentPassword: password, name: 'Weekly report', scopes: ['leads:read'] }
  const call = (options: InjectOptions, cookie = own.cookie) =>
    app.inject({ ...options, headers: { cookie, ...options.headers } })
  const create = (changes: object = {}, cookie = own.cookie) =>
    call({ method: 'POST', url: '/api/auth/tokens', payload: { ...wanted, ...changes } }, cookie)
  const asProgram = (token: string, options: InjectOptions = {}, to = app) =>
    to.inject({
      url: '/api/admin/leads',
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    })

  return {
    ...started,
    own,
    wanted,
    /** A request from a browser. */
    call,
    create,
    made: async (changes: object = {}, cookie = own.cookie): Promise<StaffTokenWithSecret> =>
      (await create(changes, cookie)).json(),
    /** A request with only a token, for the leads by default. */
    asProgram,
    /** Status, code and challenge of the response. */
    answerTo: async (token: string, options: InjectOptions = {}, to = app) => {
      const { statusCode, headers, body } = await asProgram(token, options, to)
      return [statusCode, body.startsWith('{') ? JSON.parse(body).code : undefined, headers['www-authenticate']]
    },
  }
}

export const invalid = 'Bearer error="invalid_token"'
