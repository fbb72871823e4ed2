import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useRest } from './use-rest.ts'

test('rests for as long as the second click of a double click may take', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { result } = renderHook(useRest)
  expect(result.current.isResting).toBe(false)
  act(() => result.current.rest())
  act(() => void vi.advanceTimersByTime(699))
  expect(result.current.isResting).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.isResting).toBe(false)
  vi.useRealTimers()
})
