import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPatiently } from './load-patiently.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('asks again until the chunk is there', async () => {
  const load = vi.fn<() => Promise<string>>()
  load
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('chunk')
  const loaded = loadPatiently(load)
  await vi.runAllTimersAsync()
  await expect(loaded).resolves.toBe('chunk')
  expect(load).toHaveBeenCalledTimes(3)
})
