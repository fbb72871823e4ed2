import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StarvedError } from '../time-limits.ts'
import { watchThread } from './thread-time.ts'

const now = () => Number(vi.getMockedSystemTime())

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A thread that gets this share of processor time, after five seconds of earlier work. */
function watched(share: number, answer = async (ms: number) => ({ user: ms * 1000 - 400, system: 400 })) {
  const since = now()
  const over: string[] = []
  const worker = { cpuUsage: () => answer(5_000 + (now() - since) * share) }
  const end = watchThread(worker, { work: 20_000, wall: 60_000 }, ({ message, cause }) =>
    over.push(`${now() - since}: ${cause instanceof StarvedError ? 'starved: ' : ''}${message}`),
  )
  return { over, end }
}

test('a thread that works constantly is stopped when it reaches its limit', async () => {
  const { over } = watched(1)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(over).toEqual(['20000: The piece took longer than 20000 ms of a processor'])
})

test('a thread that gets half of the processor time may do as much work', async () => {
  const { over } = watched(0.5)
  await vi.advanceTimersByTimeAsync(39_000)
  expect(over).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(over).toEqual([expect.stringMatching(/^400\d\d: .* of a processor$/)])
})

test.each([
  ['is never given a processor, and so does not answer', () => new Promise<never>(() => {})],
  ['has not started yet', async () => Promise.reject(new Error('ERR_WORKER_NOT_RUNNING'))],
])('a thread that %s is stopped in the end', async (_what, answer) => {
  const { over } = watched(0, answer)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(over).toEqual([])
  await vi.advanceTimersByTimeAsync(100_000)
  expect(over).toEqual(['60000: starved: The piece took longer than 60000 ms'])
})

test('a thread whose piece is done is not stopped', async () => {
  const { over, end } = watched(1)
  await vi.advanceTimersByTimeAsync(19_000)
  end()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(over).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
