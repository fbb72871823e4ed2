import { expect, test } from 'vitest'
import { dueDisplay } from './due-display.ts'

test.each([
  ['2026-11-21', 'Overdue, Nov 21', 'overdue'],
  ['2025-12-31', 'Overdue, Dec 31, 2025', 'overdue'],
  ['2026-11-22', 'Today', 'today'],
  ['2026-11-23', 'Nov 23', 'later'],
  ['2027-01-02', 'Jan 2, 2027', 'later'],
])('a next step due on %s is "%s"', (on, text, urgency) => {
  expect(dueDisplay(on, '2026-11-22')).toEqual({ text, urgency })
})
