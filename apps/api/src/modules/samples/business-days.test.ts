import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { businessDaysBetween, dayOf, isLate, lastLateDay } from './business-days.ts'

// 2026-11-20 is a Friday.
describe('business days', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-21', '2026-11-23', 1],
    ['2026-11-20', '2026-11-30', 6],
    ['2026-11-23', '2026-11-20', 0],
    ['2020-01-01', '2026-11-20', 250],
  ])('from %s to %s: %d', (from, to, days) => {
    expect(businessDaysBetween(from, to)).toBe(days)
  })

  test('a day follows the business time zone, even when the next one has begun elsewhere', () => {
    expect(dayOf(new Date('2026-11-21T04:30:00Z'), 'America/New_York')).toBe('2026-11-20')
  })

  test.each([
    ['2026-11-25', '2026-11-22'],
    ['2026-11-22', '2026-11-17'],
    ['2026-11-23', '2026-11-18'],
  ])('on %s requests from %s and before are late', (today, day) => {
    expect(lastLateDay(today)).toBe(day)
  })

  test('the filter and the late mark of a single request agree on every day', () => {
    assert(
      property(integer({ min: 0, max: 2_000 }), integer({ min: 0, max: 12 }), (offset, age) => {
        const dayAt = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)
        const [today, asked] = [dayAt(offset), dayAt(offset - age)]
        expect(asked <= lastLateDay(today)).toBe(isLate(businessDaysBetween(asked, today)))
      }),
    )
  })
})
