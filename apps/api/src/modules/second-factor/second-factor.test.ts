import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { anotherInstance, password, postSignIn, signIn, untilBlocked } from '../../../test/harness.ts'
import { codeOf, proof, wrongCode, startSecondFactor } from '../../../test/second-factor.ts'

const { app, config, db, makeStaff, countRows, own, call, forgetStep, setUp, enterPassword, finish } =
  await startSecondFactor()

/** The account stays locked until its sessions have ended, as when an owner ends them. */
async function whileSessionsEnd(url: string, payload: object) {
  await db.query('begin; select from staff_user for update')
  const answer = call('POST', url, payload)
  await untilBlocked(db, 1)
  await db.query('delete from staff_session; commit')
  return answer
}

describe('createAuthenticator', () => {
  test('200 with a secret that is stored sealed, and a QR code of the same URL', async () => {
    const answer = await call('POST', '/api/auth/authenticator', proof)
    expect(answer.statusCode).toBe(200)
    const { secret, address, qrCode } = answer.json()
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(qrCode.path).toMatch(/^M0 0h7v1h-7z/)
    const { rows } = await db.query('select pending, secret from staff_authenticator')
    expect(rows[0].secret).toBeNull()
    expect(rows[0].pending.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false)
  })

  test('400 for a wrong password, 429 after too many', async () => {
    const wrong = { currentPassword: 'a wrong long secret' }
    expect((await call('POST', '/api/auth/authenticator', wrong)).json().errors[0].pointer).toBe('/currentPassword')
    await db.query('update rate_limit set points = 1000')
    expect((await call('POST', '/api/auth/authenticator', proof)).statusCode).toBe(429)
    expect(await countRows('staff_authenticator')).toBe(0)
  })

  test('409 where staff sign in through single sign-on', async () => {
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    const withProvider = await anotherInstance(config, provider)
    const answer = await withProvider.inject({
      method: 'POST',
      url: '/api/auth/authenticator',
      headers: { cookie: own.cookie },
      payload: proof,
    })
    expect(answer.statusCode).toBe(409)
    expect(await countRows('staff_authenticator')).toBe(0)
    await withProvider.close()
  })
})

describe('confirmAuthenticator', () => {
  test('200 with ten recovery codes: other sessions end, and this one stays', async () => {
    const other = await signIn(app, own.email)
    const { codes, confirmed } = await setUp()
    expect(confirmed.statusCode).toBe(200)
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^[\da-z]{4}(-[\da-z]{4}){3}$/)
    expect(confirmed.cookies).toEqual([])
    const statuses = [own.cookie, other].map(
      async (as) => (await call('GET', '/api/auth/user', undefined, as)).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([200, 401])
    const { rows } = await db.query('select action from record_change')
    expect(rows).toEqual([{ action: 'authenticator' }])
  })

  test('200 without codes for a second app; the first one works until then', async () => {
    const first = await setUp()
    const { secret } = (await call('POST', '/api/auth/authenticator', proof)).json()
    await forgetStep()
    const challenge = await enterPassword()
    expect((await finish({ challenge, code: codeOf(first.secret) })).statusCode).toBe(303)
    const answer = await call('POST', '/api/auth/authenticator/confirm', { code: codeOf(secret) })
    expect(answer.json()).toEqual({ codes: [] })
    await forgetStep()
    const again = await enterPassword()
    expect((await finish({ challenge: again, code: codeOf(first.secret) })).statusCode).toBe(401)
    expect((await finish({ challenge: again, code: codeOf(secret) })).statusCode).toBe(303)
  })

  test('401 in a session that ends during the request', async () => {
    const { secret } = (await call('POST', '/api/auth/authenticator', proof)).json()
    const answer = await whileSessionsEnd('/api/auth/authenticator/confirm', { code: codeOf(secret) })
    expect([answer.statusCode, await countRows('staff_recovery_code')]).toEqual([401, 0])
  })

  test('400 for a wrong code, 409 when setup was not started', async () => {
    expect((await call('POST', '/api/auth/authenticator/confirm', { code: '123456' })).json().code).toBe('not_started')
    const { secret } = (await call('POST', '/api/auth/authenticator', proof)).json()
    for (const code of [wrongCode(secret), 'é12345']) {
      const answer = await call('POST', '/api/auth/authenticator/confirm', { code })
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [{ in: 'body', pointer: '/code', detail: 'this is not the current code in your app' }],
      ])
    }
    expect((await postSignIn(app, { email: own.email, password })).statusCode).toBe(303)
  })
})

describe('getOwnSecondFactor', () => {
  test('200 before and after', async () => {
    const before = await call('GET', '/api/auth/second-factor')
    expect(before.json()).toEqual({ isRequired: false, authenticatorAddedAt: null, recoveryCodesLeft: 0, passkeys: [] })
    await setUp()
    const after = await call('GET', '/api/auth/second-factor')
    expect(after.json()).toEqual({
      isRequired: false,
      authenticatorAddedAt: expect.any(String),
      recoveryCodesLeft: 10,
      passkeys: [],
    })
  })
})

describe('deleteAuthenticator', () => {
  test('204: the password alone signs in again, and the recovery codes are gone', async () => {
    await setUp()
    expect((await call('POST', '/api/auth/authenticator/delete', proof)).statusCode).toBe(204)
    expect((await postSignIn(app, { email: own.email, password })).statusCode).toBe(303)
    expect(await countRows('staff_recovery_code')).toBe(0)
    expect((await call('POST', '/api/auth/authenticator/delete', proof)).json().code).toBe('no_second_factor')
  })

  test('401 in a session that ends during the request; the app stays', async () => {
    await setUp()
    expect((await whileSessionsEnd('/api/auth/authenticator/delete', proof)).statusCode).toBe(401)
    expect(await countRows('staff_authenticator')).toBe(1)
  })

  test('400 for a wrong password; the app stays', async () => {
    await setUp()
    const wrong = { currentPassword: 'a wrong long secret' }
    expect((await call('POST', '/api/auth/authenticator/delete', wrong)).statusCode).toBe(400)
    expect(await countRows('staff_authenticator')).toBe(1)
  })
})

describe('createRecoveryCodes', () => {
  test('200 with new codes; the previous ones are void', async () => {
    const { codes } = await setUp()
    const fresh = (await call('POST', '/api/auth/recovery-codes', proof)).json().codes
    expect((await finish({ challenge: await enterPassword(), recovery_code: codes[0] ?? '' })).statusCode).toBe(401)
    expect((await finish({ challenge: await enterPassword(), recovery_code: fresh[0] })).statusCode).toBe(303)
  })

  test('401 in a session that ends during the request; the previous codes stay', async () => {
    const { codes } = await setUp()
    expect((await whileSessionsEnd('/api/auth/recovery-codes', proof)).statusCode).toBe(401)
    expect((await finish({ challenge: await enterPassword(), recovery_code: codes[0] ?? '' })).statusCode).toBe(303)
  })

  test('409 without a second factor', async () => {
    expect((await call('POST', '/api/auth/recovery-codes', proof)).json().code).toBe('no_second_factor')
  })
})

describe('deleteStaffSecondFactor', () => {
  test('204: the person signs in with the password alone, and the sessions end', async () => {
    const owner = await makeStaff()
    await setUp()
    const url = `/api/admin/staff/${own.id}/second-factor`
    const accounts = async () => (await call('GET', '/api/admin/staff', undefined, owner.cookie)).json()
    expect(await accounts()).toContainEqual(expect.objectContaining({ id: own.id, hasSecondFactor: true }))
    expect((await call('DELETE', url)).statusCode).toBe(403)
    expect((await call('DELETE', url, undefined, owner.cookie)).statusCode).toBe(204)
    expect(await accounts()).toContainEqual(expect.objectContaining({ id: own.id, hasSecondFactor: false }))
    expect((await call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await postSignIn(app, { email: own.email, password })).statusCode).toBe(303)
    const { rows } = await db.query(
      'select action, actor, record_name as person from record_change order by created_at, id',
    )
    expect(rows.at(-1)).toEqual({ action: 'second_factor_reset', actor: 'Staff owner', person: 'Staff viewer' })
  })

  test('409 for one’s own account, 404 when it does not exist', async () => {
    const owner = await makeStaff()
    const reset = (whom: string) => call('DELETE', `/api/admin/staff/${whom}/second-factor`, undefined, owner.cookie)
    expect((await reset(owner.id)).json().code).toBe('own_account')
    expect((await reset('01932c07-5b1c-7d52-8f3a-2b1f6f3f8a00')).statusCode).toBe(404)
  })
})

describe('a second factor that is required', () => {
  test('limits a person without one to their own account until it is set up', { tags: ['A26'] }, async () => {
    const strict = await anotherInstance(config, { SECOND_FACTOR: 'required' })
    const ask = async (url: string, as = own.cookie) => strict.inject({ url, headers: { cookie: as } })
    expect((await ask('/api/admin/leads')).json().code).toBe('second_factor_required')
    expect((await ask('/api/admin/events')).statusCode).toBe(403)
    expect((await ask('/api/auth/user')).json().needsSecondFactor).toBe(true)
    const before = own.cookie
    await setUp(strict)
    // The session has gained rights, so an id copied earlier is void.
    expect((await ask('/api/auth/user', before)).statusCode).toBe(401)
    expect((await ask('/api/auth/user')).json().needsSecondFactor).toBeUndefined()
    expect((await ask('/api/admin/leads')).statusCode).toBe(200)
    const deletion = {
      method: 'POST',
      url: '/api/auth/authenticator/delete',
      headers: { cookie: own.cookie },
    } as const
    expect((await strict.inject({ ...deletion, payload: proof })).json().code).toBe('last_second_factor')
    await strict.close()
  })
})
