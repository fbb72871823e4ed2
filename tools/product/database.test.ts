import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepDatabase } from './database.ts'
import { fastClock } from './fast-clock.ts'

const said: string[] = []
beforeEach(() => {
  said.length = 0
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => said.push(line.slice('[00:00:00] '.length)))
  }
})
afterEach(() => vi.restoreAllMocks())

/** A server that is killed after this many checks. */
function server(looks: number) {
  let left = looks
  return { isRunning: () => (left -= 1) >= 0, stop: vi.fn<() => Promise<void>>(async () => {}) }
}
const forever = () => server(Number.POSITIVE_INFINITY)

test('a killed database is restarted, and stopped with the product', { tags: ['R52'] }, async () => {
  const [first, second] = [server(3), forever()]
  const started = Promise.withResolvers<void>()
  const startAgain = async () => {
    // The first server has released its folder.
    expect(first.stop).toHaveBeenCalledOnce()
    started.resolve()
    return second
  }
  const kept = keepDatabase(first, startAgain, fastClock())
  await started.promise
  await kept.stop()
  expect(await kept.done).toBe('stopped')
  expect(second.stop).toHaveBeenCalled()
  expect(said).toEqual(['PostgreSQL ended (killed); starting it again in 0.1 s', 'PostgreSQL is running again'])
})

test('starting a database is abandoned after five failed attempts', { tags: ['R52'] }, async () => {
  const startAgain = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('no space left'))
  expect(await keepDatabase(server(0), startAgain, fastClock()).done).toBe('gave up')
  expect(startAgain).toHaveBeenCalledTimes(5)
  expect(said.at(-1)).toBe('PostgreSQL ended 6 times in a row (no space left); giving up')
})

test('a database that ends every second is abandoned; one that ran for a minute gets all its attempts back', async () => {
  const startAgain = vi.fn<() => Promise<ReturnType<typeof server>>>().mockImplementation(async () => server(4))
  // Checked four times a second.
  startAgain.mockImplementationOnce(async () => server(4)).mockImplementationOnce(async () => server(300))
  expect(await keepDatabase(server(0), startAgain, fastClock()).done).toBe('gave up')
  expect(startAgain).toHaveBeenCalledTimes(2 + 5)
})
