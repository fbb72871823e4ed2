import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { checkCode, confirmAuthenticator, resealAuthenticators, createAuthenticator } from './authenticator.service.ts'
import { seal, unseal } from '../keys/sealed-secret.ts'

const [old, fresh] = ['an old secret of thirty-two chars', 'a fresh secret of thirty-two chars']
const plain = Buffer.from('twenty random bytes.')

describe('sealing', () => {
  test('opens with the secret that sealed it, for the account it was sealed for', () => {
    const sealed = seal([old], 'ada', plain)
    expect(sealed.includes(plain)).toBe(false)
    expect(unseal([fresh, old], 'ada', sealed)).toEqual({ plain, isCurrent: false })
    expect(unseal([old], 'ada', seal([old, fresh], 'ada', plain))).toEqual({ plain, isCurrent: true })
    expect(unseal([old], 'nia', sealed)).toBeUndefined()
    expect(unseal([fresh], 'ada', sealed)).toBeUndefined()
  })

  test('opens nothing that was altered or truncated', () => {
    const sealed = seal([old], 'ada', plain)
    for (const at of [0, 12, 30]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(unseal([old], 'ada', changed)).toBeUndefined()
    }
    expect(unseal([old], 'ada', sealed.subarray(0, 30))).toBeUndefined()
  })
})

test(
  'apps work in every step of a secret rotation, even for people who do not sign in meanwhile',
  {
    tags: ['A23'],
  },
  async () => {
    const { db, orm, makeAccount } = await startApp()
    const em = orm.em.fork()
    const staff = await makeAccount()
    const app = new TOTP({ secret: Secret.fromBase32((await createAuthenticator(em, [old], staff)).secret) })
    const code = () => app.generate()
    await em.transactional((transaction) => confirmAuthenticator(transaction, [old], staff.id, code()))
    const check = async (secrets: string[]) => {
      await db.query('update staff_authenticator set last_step = 0')
      return em.transactional((transaction) => checkCode(transaction, secrets, staff.id, code()))
    }

    await resealAuthenticators(em, [old, fresh])
    expect(await check([old])).toBe('valid')
    await resealAuthenticators(em, [fresh, old])
    expect(await check([old, fresh])).toBe('valid')
    // An instance that has not been restarted yet may still seal with the old secret; then it is restarted, too.
    await resealAuthenticators(em, [old, fresh])
    await resealAuthenticators(em, [fresh, old])
    await resealAuthenticators(em, [fresh])
    expect(await check([fresh])).toBe('valid')
    expect(await check([old])).toBe('unreadable')
  },
)
