import { describe, expect, test } from 'vitest'
import { password, postSignIn, untilBlocked } from '../../../test/harness.ts'
import { codeOf, proof, startSecondFactor } from '../../../test/second-factor.ts'
import { softwarePasskey } from '../../../test/software-passkey.ts'

// An account changes during a sign-in: credentials checked before the change must not start a session after it.

const { app, db, own, call, challengeIn, forgetStep, setUp, enterPassword, finish } = await startSecondFactor()

type Answer = Awaited<ReturnType<typeof finish>>

const changes = {
  password: `update staff_user set password_hash = 'of another password'`,
  disabled: 'update staff_user set disabled_at = now()',
  passkey: 'delete from staff_passkey',
}

/** The response to a request that waits for a lock while the account changes. */
async function during(lock: string, request: () => Promise<Answer>, change: keyof typeof changes): Promise<Answer> {
  await db.query(`begin; ${lock}`)
  const answer = request()
  await untilBlocked(db, 1)
  await db.query(`${changes[change]}; commit`)
  return answer
}

/** The result of a sign-in is recorded after its last check. */
const atTheEnd = 'lock table sign_in in exclusive mode'

const enter = () => postSignIn(app, { email: own.email, password })

/** The status for a browser that sends the cookies of a response. */
const whoAmI = async ({ cookies }: Answer) =>
  (await call('GET', '/api/auth/user', undefined, cookies.map(({ name, value }) => `${name}=${value}`).join()))
    .statusCode

describe('signIn', () => {
  test('303 without a session when the password changes meanwhile', async () => {
    const answer = await during(atTheEnd, enter, 'password')
    expect([answer.statusCode, await whoAmI(answer)]).toEqual([303, 401])
  })

  test('303 without a session when the account is disabled meanwhile, even after it is enabled again', async () => {
    const answer = await during(atTheEnd, enter, 'disabled')
    await db.query('update staff_user set disabled_at = null')
    expect([answer.statusCode, await whoAmI(answer)]).toEqual([303, 401])
    expect(await whoAmI(await enter())).toBe(200)
  })

  test('401 instead of the second step when the password changes meanwhile', async () => {
    await setUp()
    const answer = await during('lock table staff_authenticator', enter, 'password')
    expect([answer.statusCode, challengeIn(answer.body)]).toEqual([401, ''])
  })
})

describe('verifySecondFactor', () => {
  test('303 without a session when the password changes meanwhile', async () => {
    const { secret } = await setUp()
    await forgetStep()
    const challenge = await enterPassword()
    const answer = await during(atTheEnd, () => finish({ challenge, code: codeOf(secret) }), 'password')
    expect([answer.statusCode, await whoAmI(answer)]).toEqual([303, 401])
  })
})

describe('signInWithPasskey', () => {
  async function usePasskey() {
    const passkey = softwarePasskey()
    const made = (await call('POST', '/api/auth/passkeys/options', proof)).json<{ challenge: string }>()
    await call('POST', '/api/auth/passkeys', { name: 'Laptop', ...passkey.make(made.challenge) })
    const { challenge } = (await call('POST', '/api/login/passkey-options')).json<{ challenge: string }>()
    return () =>
      app.inject({
        method: 'POST',
        url: '/api/login/passkey',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(passkey.use(challenge)).toString(),
      })
  }

  test('303 without a session when the password changes meanwhile', async () => {
    const answer = await during(atTheEnd, await usePasskey(), 'password')
    expect([answer.statusCode, await whoAmI(answer)]).toEqual([303, 401])
  })

  test('401 when the passkey is removed meanwhile', async () => {
    const answer = await during('select from staff_passkey for update', await usePasskey(), 'passkey')
    expect(answer.statusCode).toBe(401)
  })
})
