import { expect, test } from 'vitest'
import { retryInMs } from './job-kinds.ts'

test('retry delays double, vary by up to half, and have a maximum', () => {
  expect([retryInMs('crm', 0, 0), retryInMs('crm', 0, 1)]).toEqual([500, 1500])
  expect(retryInMs('crm', 3, 0.5)).toBe(8_000)
  expect(retryInMs('crm', 60, 0.5)).toBe(3_600_000)
  expect(retryInMs('proof', 60, 0.5)).toBe(10_000)
})
