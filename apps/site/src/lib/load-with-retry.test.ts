import * as newVersion from '@app/ui/new-version'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWithRetry } from './load-with-retry.ts'

const reloadIfReplaced = vi.spyOn(newVersion, 'reloadIfReplaced')

beforeEach(() => {
  vi.useFakeTimers()
  reloadIfReplaced.mockReset().mockResolvedValue(false)
})
afterEach(() => void vi.useRealTimers())

test('retries until the chunk loads', async () => {
  const load = vi.fn<() => Promise<string>>()
  load
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('chunk')
  const loaded = loadWithRetry(load)
  await vi.runAllTimersAsync()
  await expect(loaded).resolves.toBe('chunk')
  expect(load).toHaveBeenCalledTimes(3)
})

test('stops once the page reloads, which happens after the second failure', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('gone'))
  reloadIfReplaced.mockResolvedValue(true)
  void loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(0)
  expect(reloadIfReplaced).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(load).toHaveBeenCalledTimes(2)
})

test('does not reload if the chunk loads once the server responds', async () => {
  const load = vi.fn<() => Promise<string>>()
  load
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('chunk')
  reloadIfReplaced.mockImplementation(async (isStillGone) => isStillGone?.() ?? true)
  const loaded = loadWithRetry(load)
  await vi.runAllTimersAsync()
  await expect(loaded).resolves.toBe('chunk')
})
