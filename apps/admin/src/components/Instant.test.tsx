import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ageOrDateText } from './format.ts'
import { Instant } from './Instant.tsx'

const now = Date.parse('2026-07-02T12:00:00.000Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

afterEach(() => {
  vi.useRealTimers()
})

describe('Instant', () => {
  test.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    // The server's clock is a little ahead.
    [-5 * second, 'just now'],
    [minute, '1 minute ago'],
    [hour - second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [3 * hour + 59 * minute, '3 hours ago'],
    [24 * hour - second, '23 hours ago'],
    [24 * hour, 'Jul 1, 2026, 8:00 AM'],
    [-3 * minute, 'Jul 2, 2026, 8:03 AM'],
  ])('%d ms ago is shown as %s', (ageMs, text) => {
    expect(ageOrDateText(new Date(now - ageMs).toISOString(), now)).toBe(text)
  })

  test.each([
    [17 * minute, '17 min. ago'],
    [3 * hour, '3 hr. ago'],
    [24 * hour, 'Jul 1, 2026'],
  ])('%d ms ago is shown as %s in a narrow place', (ageMs, text) => {
    expect(ageOrDateText(new Date(now - ageMs).toISOString(), now, true)).toBe(text)
  })

  test('shows a dash for an invalid date', () => {
    expect(ageOrDateText('soon', now)).toBe('—')
  })

  test('updates while it is on screen, then stops its timer', () => {
    vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
    const at = new Date(now).toISOString()
    const { unmount } = render(<Instant at={at} />)
    const time = screen.getByText('just now')
    expect(time).toHaveAttribute('title', 'Thursday, July 2, 2026 at 8:00:00 AM EDT')
    expect(time).toHaveAttribute('datetime', at)
    act(() => void vi.advanceTimersByTime(minute))
    expect(time).toHaveTextContent('1 minute ago')
    act(() => void vi.advanceTimersByTime(24 * hour))
    expect(time).toHaveTextContent('Jul 2, 2026, 8:00 AM')
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
