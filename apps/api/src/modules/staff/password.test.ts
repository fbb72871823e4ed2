import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

const secret = 'a long enough secret'

/** The hash that node:crypto computes. */
const knownHash = '$argon2id$v=19$m=19456,t=2,p=1$zlmJ8uX2CyaK4e9p13r8sA$oM7LctO/Xu1Sp1z4FfR6hy2KjbioQStw5geyB8JPny0'

test.each([
  ['another library', () => knownHash],
  ['ours', () => hashPassword(secret)],
])('a hash by %s matches its password and no other', { tags: ['B09'] }, async (_by, makeHash) => {
  const hash = await makeHash()
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, secret)).toBe(true)
  expect(await verifyPassword(hash, `${secret}!`)).toBe(false)
})

test('a password matches however its accents are typed', async () => {
  expect(await verifyPassword(await hashPassword('café au lait'), 'cafe\u0301 au lait')).toBe(true)
})

test.each(['x'.repeat(128), 'пароль из слов 🦉 ünï', ' leading and trailing ', 'a NUL \u0000 in the middle'])(
  '%j does not match when truncated, extended, or trimmed',
  { tags: ['B06'] },
  async (typed) => {
    const hash = await hashPassword(typed)
    expect(await verifyPassword(hash, typed)).toBe(true)
    for (const other of [typed.slice(0, -1), `${typed}x`, typed.trim()].filter((text) => text !== typed)) {
      expect(await verifyPassword(hash, other)).toBe(false)
    }
  },
)

test('every hash has its own salt', { tags: ['B09'] }, async () => {
  expect(await hashPassword(secret)).not.toBe(await hashPassword(secret))
})

test.each([
  '',
  '!',
  '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
  '$argon2id$v=19$m=19456,t=2,p=1$zlmJ8uX2CyaK4e9p13r8sA$',
])('no password matches the text %j, which is not a hash', async (text) => {
  expect(await verifyPassword(text, secret)).toBe(false)
})
