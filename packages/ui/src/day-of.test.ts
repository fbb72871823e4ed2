// @vitest-environment node
import { expect, test } from 'vitest'
import { dayOf } from './day-of.ts'

test.each([
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', undefined],
  ['2026-04-31', undefined],
  ['2026-13-01', undefined],
  ['yesterday', undefined],
])('the day %s in a URL is %s', (text, day) => {
  expect(dayOf(text)).toBe(day)
})
