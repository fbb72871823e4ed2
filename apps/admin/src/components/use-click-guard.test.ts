import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useClickGuard } from './use-click-guard.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('blocks clicks after each change for the length of a double click', () => {
  const { result, rerender } = renderHook(useClickGuard, { initialProps: false })
  expect(result.current).toBe(false)
  rerender(true)
  expect(result.current).toBe(true)
  wait(699)
  expect(result.current).toBe(true)
  wait(1)
  expect(result.current).toBe(false)
})

test('does not block clicks when the first value appears', () => {
  const { result, rerender } = renderHook<boolean, string | undefined>(useClickGuard, { initialProps: undefined })
  rerender('a b')
  expect(result.current).toBe(false)
  rerender('b a')
  expect(result.current).toBe(true)
})
