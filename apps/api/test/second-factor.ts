import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach } from 'vitest'
import { anotherInstance, password, postSignIn, startApp } from './harness.ts'

const settings = { RATE_LIMIT_SIGN_INS_PER_MINUTE: '100' }
const stepMs = 30_000

/** Proves that the account owner makes the change. */
export const proof = { currentPassword: password }

/** The code of the 30-second step this many steps from the current one. */
export function codeOf(secret: string, steps = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  return app.generate({ timestamp: (app.counter() + steps) * stepMs })
}

/** A code that is wrong now and for two steps before and after. */
export const wrongCode = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

/** Two instances, and a signed-in viewer for each test. */
export async function startSecondFactor() {
  const started = await startApp(settings)
  const { app, config, db, makeStaff } = started
  const elsewhere = await anotherInstance(config, settings)
  afterAll(() => elsewhere.close())
  type App = typeof app

  const own = { id: '', email: '', cookie: '' }
  beforeEach(async () => {
    await db.query('delete from staff_user; truncate record_change, rate_limit')
    Object.assign(own, await makeStaff('viewer'))
  })

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = own.cookie) =>
    app.inject({ method, url, headers: { cookie: as }, ...(payload && { payload }) })
  const challengeIn = (page: string) => /name="challenge" value="([^"]+)"/.exec(page)?.[1] ?? ''

  return {
    ...started,
    elsewhere,
    own,
    call,
    challengeIn,

    /** Makes the last code an hour old, because waiting for the next one would take half a minute. */
    forgetStep: () => db.query('update staff_authenticator set last_step = last_step - 120'),

    setUp: async (to: App = app) => {
      const { secret } = (await call('POST', '/api/auth/authenticator', proof)).json<{ secret: string }>()
      const code = codeOf(secret)
      const confirmed = await to.inject({
        method: 'POST',
        url: '/api/auth/authenticator/confirm',
        headers: { cookie: own.cookie },
        payload: { code },
      })
      const [renewed] = confirmed.cookies
      if (renewed) own.cookie = `${renewed.name}=${renewed.value}`
      return { secret, code, codes: confirmed.json<{ codes: string[] }>().codes, confirmed }
    },

    enterPassword: async (to: App = app) => challengeIn((await postSignIn(to, { email: own.email, password })).body),

    finish: (fields: Record<string, string>, to: App = app) =>
      to.inject({
        method: 'POST',
        url: '/api/login/code',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
  }
}
