import { expect, test } from 'vitest'
import { recentScans } from './recent-scans.ts'

const scan = { code: 'Ab3dEf7', isBot: false, caller: '192.0.2.1', userAgent: 'Mozilla/5.0' }

test('a browser that follows a link again counts as new after ten seconds', { tags: ['E31'] }, () => {
  let now = 0
  const isNew = recentScans({ now: () => now })
  expect([isNew(scan), isNew(scan)]).toEqual([true, false])
  now = 9_999
  expect(isNew(scan)).toBe(false)
  now = 10_000
  expect([isNew(scan), isNew(scan)]).toEqual([true, false])
  for (const changes of [{ code: 'other' }, { isBot: true }, { caller: '192.0.2.2' }, { userAgent: undefined }])
    expect(isNew({ ...scan, ...changes })).toBe(true)
})

test('a flood of browsers does not exhaust memory: the oldest are evicted', () => {
  const isNew = recentScans({ now: () => 0 })
  for (let n = 0; n <= 20_000; n += 1) isNew({ ...scan, caller: String(n) })
  expect(isNew({ ...scan, caller: '20000' })).toBe(false)
  expect(isNew({ ...scan, caller: '0' })).toBe(true)
})
