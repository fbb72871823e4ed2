import { afterEach, expect, test, vi } from 'vitest'
import { useAdmin } from '../../test/admin.tsx'
import { leavingMs, redirectDelayMs, signInAgain } from './sign-in-again.ts'

const { left } = useAdmin()

afterEach(() => {
  vi.useRealTimers()
})

test('does not redirect while the page unloads for a logout, but does if the page stays after all', () => {
  window.history.replaceState(null, '', '/admin')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  window.dispatchEvent(new Event('beforeunload'))
  signInAgain()
  vi.advanceTimersByTime(redirectDelayMs)
  expect(left).toEqual([])
  vi.advanceTimersByTime(leavingMs)
  expect(left).toEqual(['/api/login?return_to=%2Fadmin'])
})
