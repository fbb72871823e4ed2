import { renderScreen, stubBrowser } from '@app/ui/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelativeTime } from './RelativeTime.tsx'

stubBrowser()
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T15:00:00.000Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = (at: string) => {
  renderScreen(<RelativeTime at={at} />)
  return screen.getByTitle(at)
}

test.each([
  ['2026-11-21T14:59:40.000Z', 'just now'],
  ['2026-11-21T15:00:40.000Z', 'just now'],
  ['2026-11-21T14:59:00.000Z', '1 minute ago'],
  ['2026-11-21T14:00:01.000Z', '59 minutes ago'],
  ['2026-11-21T13:59:00.000Z', '1 hour ago'],
  ['2026-11-20T15:00:01.000Z', '23 hours ago'],
  ['2026-11-20T15:00:00.000Z', 'Nov 20, 2026, 10:00 AM'],
  ['2026-11-21T16:00:00.000Z', 'Nov 21, 2026, 11:00 AM'],
  ['no instant', '—'],
])('%s reads %s, with the exact instant in its title', (at, text) => {
  expect(shown(at)).toHaveTextContent(new RegExp(`^${text}$`))
})

test('its age grows while it is looked at', () => {
  const time = shown('2026-11-21T14:59:00.000Z')
  act(() => void vi.advanceTimersByTime(120_000))
  expect(time).toHaveTextContent('3 minutes ago')
})
