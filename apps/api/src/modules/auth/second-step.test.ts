import { describe, expect, test } from 'vitest'
import { anotherInstance, password, postSignIn } from '../../../test/harness.ts'
import { codeOf, wrongCode, startSecondFactor } from '../../../test/second-factor.ts'

const { app, config, db, makeStaff, elsewhere, own, call, challengeIn, forgetStep, setUp, enterPassword, finish } =
  await startSecondFactor()

/** In ascending order. */
const statusesOf = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

describe('signIn', () => {
  test('200 with the page that asks for a code, and no session', { tags: ['B14'] }, async () => {
    await setUp()
    const answer = await postSignIn(app, { email: own.email, password, return_to: '/admin/samples' })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies).toEqual([])
    expect(answer.body).toContain('name="return_to" value="/admin/samples"')
    expect(answer.body).not.toContain(own.email)
    const wrong = await postSignIn(app, { email: own.email, password: 'a wrong long secret' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.body).not.toContain('name="challenge"')
  })
})

describe('verifySecondFactor', () => {
  test('303 with a code from the authenticator app, which is recorded', { tags: ['B18'] }, async () => {
    // The code that was used, which may no longer be the current one.
    const { secret, code } = await setUp()
    const challenge = await enterPassword()
    const replayed = await finish({ challenge, code })
    expect(replayed.statusCode).toBe(401)
    await forgetStep()
    const answer = await finish({ challenge, code: codeOf(secret).replace(/(.{3})(.{3})/, ' $1 $2') })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers['location']).toBe('/admin')
    const { rows } = await db.query(
      'select outcome, method, factor from sign_in where staff_id = $1 order by created_at, id',
      [own.id],
    )
    expect(rows.slice(-2)).toEqual([
      { outcome: 'refused', method: 'password', factor: 'authenticator' },
      { outcome: 'signed_in', method: 'password', factor: 'authenticator' },
    ])
  })

  test('401 for a used code, on another instance and with the clock set back', { tags: ['B18'] }, async () => {
    const { secret } = await setUp()
    await forgetStep()
    const code = codeOf(secret)
    expect((await finish({ challenge: await enterPassword(), code })).statusCode).toBe(303)
    expect((await finish({ challenge: await enterPassword(elsewhere), code }, elsewhere)).statusCode).toBe(401)
    // With the clock set back, the step of the last code is later than that of every currently valid code.
    await db.query('update staff_authenticator set last_step = last_step + 100')
    const challenge = await enterPassword()
    for (const steps of [-1, 0, 1]) {
      expect((await finish({ challenge, code: codeOf(secret, steps) })).statusCode).toBe(401)
    }
  })

  test('303 for one of two who send the same code at the same time', { tags: ['B18'] }, async () => {
    const { secret, codes } = await setUp()
    await forgetStep()
    const instances = [app, elsewhere]
    const challenges = await Promise.all(instances.map(enterPassword))
    const together = async (fields: Record<string, string>) =>
      statusesOf(await Promise.all(instances.map((to, n) => finish({ ...fields, challenge: challenges[n] ?? '' }, to))))
    expect(await together({ code: codeOf(secret) })).toEqual([303, 401])
    challenges.splice(0, 2, ...(await Promise.all(instances.map(enterPassword))))
    expect(await together({ recovery_code: codes[0] ?? '' })).toEqual([303, 401])
  })

  test(
    '429 after five wrong codes from any address; the right code must wait, too, but a recovery code works',
    {
      tags: ['B19'],
    },
    async () => {
      const { secret, codes } = await setUp()
      await forgetStep()
      const [first, second] = [await enterPassword(), await enterPassword(elsewhere)]
      // Six characters that are not digits count as a wrong code.
      const guess = (n: number) =>
        finish(
          { challenge: n % 2 ? first : second, code: n === 3 ? 'é12345' : wrongCode(secret) },
          n % 2 ? app : elsewhere,
        )
      const guessed: number[] = []
      for (const n of [1, 2, 3, 4, 5]) guessed.push((await guess(n)).statusCode)
      expect(new Set(guessed)).toEqual(new Set([401]))
      // The right password does not reset the count of wrong codes.
      const challenge = await enterPassword()
      const limited = await finish({ challenge, code: codeOf(secret) })
      expect(limited.statusCode).toBe(429)
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(50)
      // Simulates a clock set back by an hour: the wait is no shorter.
      await db.query("update staff_authenticator set failed_at = failed_at + interval '1 hour'")
      expect((await finish({ challenge, code: codeOf(secret) }, elsewhere)).statusCode).toBe(429)
      // The wait is over, and the next wrong code doubles it.
      await db.query("update staff_authenticator set failed_at = now() - interval '2 minutes'")
      expect((await finish({ challenge, code: wrongCode(secret) })).statusCode).toBe(401)
      expect(Number((await finish({ challenge, code: codeOf(secret) })).headers['retry-after'])).toBeGreaterThan(110)
      expect((await finish({ challenge, recovery_code: codes[3] ?? '' })).statusCode).toBe(303)
    },
  )

  test('429 by the same limit per address as any sign-in', { tags: ['B19'] }, async () => {
    const { secret } = await setUp()
    const challenge = await enterPassword()
    await db.query('update rate_limit set points = 1000')
    expect((await finish({ challenge, code: codeOf(secret, 1) })).statusCode).toBe(429)
    expect((await finish({ challenge: 'made up', code: '123456' })).statusCode).toBe(429)
  })

  test('303 once for each recovery code, however it is typed', { tags: ['B20'] }, async () => {
    const { codes } = await setUp()
    const [code = ''] = codes
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
    expect((await finish({ challenge: await enterPassword(), recovery_code: typed })).statusCode).toBe(303)
    const again = await finish({ challenge: await enterPassword(), recovery_code: code })
    expect(again.statusCode).toBe(401)
    expect(again.body).toContain('<details open>')
    expect((await call('GET', '/api/auth/second-factor')).json().recoveryCodesLeft).toBe(9)
  })

  test('401 for someone else’s recovery code', { tags: ['B20'] }, async () => {
    const { codes } = await setUp()
    const colleague = await makeStaff()
    await db.query('update staff_recovery_code set staff_id = (select id from staff_user where email = $1)', [
      colleague.email,
    ])
    const answer = await finish({ challenge: await enterPassword(), recovery_code: codes[0] ?? '' })
    expect(answer.statusCode).toBe(401)
  })

  test('401 when the password is ten minutes old, was changed since, or the sign-in is finished', async () => {
    const { secret, codes } = await setUp()
    await forgetStep()
    const old = await enterPassword()
    await db.query('update sign_in_challenge set expires_at = now()')
    const answer = await finish({ challenge: old, code: codeOf(secret) })
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toContain('Enter your password again.')

    const before = await enterPassword()
    const chosen = { currentPassword: password, newPassword: 'three quiet herons' }
    expect((await call('PUT', '/api/auth/password', chosen)).statusCode).toBe(204)
    expect((await finish({ challenge: before, code: codeOf(secret) })).statusCode).toBe(401)

    const { body } = await postSignIn(app, { email: own.email, password: 'three quiet herons' })
    expect((await finish({ challenge: challengeIn(body), code: codeOf(secret) })).statusCode).toBe(303)
    expect((await finish({ challenge: challengeIn(body), recovery_code: codes[1] ?? '' })).statusCode).toBe(401)
    expect((await call('GET', '/api/auth/second-factor')).json().recoveryCodesLeft).toBe(10)
  })

  test('401 for a disabled account, 403 where staff sign in through single sign-on', async () => {
    const { secret } = await setUp()
    await forgetStep()
    const challenge = await enterPassword()
    await db.query('update staff_user set disabled_at = now()')
    expect((await finish({ challenge, code: codeOf(secret) })).statusCode).toBe(401)
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    const withProvider = await anotherInstance(config, provider)
    expect((await finish({ challenge, code: codeOf(secret) }, withProvider)).statusCode).toBe(403)
    await withProvider.close()
  })
})
