import { beforeEach, describe, expect, test } from 'vitest'
import { password, postSignIn, startApp } from '../../../test/harness.ts'
import { signInLimit } from './sign-in-limit.ts'

const { app, orm, db, makeAccount } = await startApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '8', TRUST_PROXY: '127.0.0.1' })

beforeEach(async () => {
  await db.query('truncate rate_limit')
})

describe('signIn', () => {
  test('429 for an attacker who locks an owner out, and 303 for the owner elsewhere', { tags: ['B16'] }, async () => {
    const { email } = await makeAccount()
    const from = (address: string, given: string) =>
      postSignIn(app, { email, password: given }, { 'x-forwarded-for': address })
    const statuses: number[] = []
    // Nine of them from another address of the same network, which has used up its attempts for this account.
    for (let n = 0; n < 18; n += 1)
      statuses.push((await from(n % 2 ? '203.0.113.7' : '203.0.113.8', `${n}`)).statusCode)
    expect(statuses).toEqual([...Array(8).fill(401), ...Array(10).fill(429)])
    expect((await from('203.0.113.9', password)).statusCode).toBe(429)
    expect((await from('198.51.100.4', password)).statusCode).toBe(303)
    const { rows } = await db.query("select points from rate_limit where key like 'sign-in:account:%'")
    // Attempts rejected for the address or the network did not count, and the owner's success reset the count.
    expect(rows).toEqual([])
  })

  test('429 for an account that too many networks try', { tags: ['B16'] }, async () => {
    const limit = signInLimit(orm.em.fork(), 1)
    const tries: (number | undefined)[] = []
    for (let n = 0; n < 51; n += 1) tries.push(await limit.consume(`198.51.${n}.1`, 'known@example.com'))
    expect(tries.filter((wait) => wait !== undefined)).toHaveLength(1)
    expect(await limit.consume('198.51.200.1', 'known@example.com')).toBeGreaterThan(0)
    expect(await limit.consume('198.51.200.1', 'other@example.com')).toBeGreaterThan(0)
    expect(await limit.consume('198.51.201.1', 'other@example.com')).toBeUndefined()
  })

  test(
    '503 with the page and Retry-After while too many passwords are being checked',
    { tags: ['B17', 'R50'] },
    async () => {
      const { email } = await makeAccount()
      await db.query('truncate rate_limit')
      const crowd = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          postSignIn(app, { email, password: 'wrong' }, { 'x-forwarded-for': `192.0.${n}.1` }),
        ),
      )
      expect(new Set(crowd.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 503]))
      const busy = crowd.find(({ statusCode }) => statusCode === 503)
      expect(busy?.headers['retry-after']).toBe('1')
      expect(busy?.body.length).toBeLessThan(5_000)
      expect(busy?.body).toContain('Too many people are signing in right now.')
      expect((await postSignIn(app, { email, password })).statusCode).toBe(303)
    },
  )
})
