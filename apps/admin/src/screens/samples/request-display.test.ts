import { describe, expect, test } from 'vitest'
import { ageOf, businessDaysSince } from './request-display.ts'

// 2026-11-20 is a Friday; the tests run in New York.
const friday = '2026-11-20T15:00:00.000Z'
const at = (instant: string) => Date.parse(instant)

describe('the age of a request', () => {
  test('weekends do not count', () => {
    expect(businessDaysSince(friday, at('2026-11-20T20:00:00.000Z'))).toBe(0)
    expect(businessDaysSince(friday, at('2026-11-22T20:00:00.000Z'))).toBe(0)
    expect(businessDaysSince(friday, at('2026-11-23T20:00:00.000Z'))).toBe(1)
    expect(businessDaysSince(friday, at('2026-11-30T20:00:00.000Z'))).toBe(6)
  })

  test.each([
    ['2026-11-20T16:00:00.000Z', 'New, promised in 3–5 business days', 'fresh'],
    ['2026-11-23T16:00:00.000Z', '1 business day, promised in 3–5', 'fresh'],
    ['2026-11-25T16:00:00.000Z', '3 business days, promised in 3–5', 'due'],
    ['2026-11-30T16:00:00.000Z', '6 business days, promised in 3–5', 'late'],
  ])('at %s: %s', (now, text, tone) => {
    expect(ageOf(friday, at(now))).toEqual({ text, tone })
  })
})
