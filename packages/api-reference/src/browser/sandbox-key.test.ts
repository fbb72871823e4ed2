import { afterEach, expect, test, vi } from 'vitest'
import { storedSandboxKey } from './sandbox-key.ts'

afterEach(() => vi.unstubAllGlobals())

const [past, future] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']

test.each([
  ['a valid key', { key: 'sandbox_1', expiresAt: future }, 'sandbox_1'],
  ['an expired key', { key: 'sandbox_1', expiresAt: past }, ''],
  ['nothing', null, ''],
  ['the format of an older page', 'sandbox_1', ''],
])('the key that is sent with %s stored in the browser: %j', (_what, stored, sent) => {
  vi.stubGlobal('localStorage', { getItem: () => stored && JSON.stringify(stored) })
  expect(storedSandboxKey()).toBe(sent)
})
