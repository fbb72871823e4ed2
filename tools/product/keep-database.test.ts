import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fastClock } from './fast-clock.ts'
import { type KeptServer, keepDatabase } from './keep-database.ts'

const said: string[] = []

beforeEach(() => {
  said.length = 0
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => said.push(line.slice('[00:00:00] '.length)))
  }
})

afterEach(() => vi.restoreAllMocks())

/** A server that is killed after it was looked at so many times. */
function server(looks: number): KeptServer & { stop: ReturnType<typeof vi.fn<() => Promise<void>>> } {
  let left = looks
  return { isRunning: () => (left -= 1) >= 0, stop: vi.fn<() => Promise<void>>(async () => {}) }
}

const forever = () => server(Number.POSITIVE_INFINITY)

test('a database that was killed is started again, and stopped with the product', { tags: ['R52'] }, async () => {
  const [first, second] = [server(3), forever()]
  const started = Promise.withResolvers<void>()
  const startAgain = async () => {
    // The first one has given up its folder.
    expect(first.stop).toHaveBeenCalledOnce()
    started.resolve()
    return second
  }
  const kept = keepDatabase(first, startAgain, fastClock())
  await started.promise
  await kept.stop()
  expect(await kept.done).toBe('stopped')
  expect(second.stop).toHaveBeenCalledOnce()
  expect(first.stop).toHaveBeenCalledOnce()
  expect(said).toEqual(['PostgreSQL has ended; starting it again (attempt 1 of 5)', 'PostgreSQL is running again'])
})

test(
  'a database that does not start is given up after five attempts, each with its reason',
  { tags: ['R52'] },
  async () => {
    const startAgain = vi.fn<() => Promise<KeptServer>>().mockRejectedValue(new Error('no space left'))
    const kept = keepDatabase(server(0), startAgain, fastClock())
    expect(await kept.done).toBe('gave up')
    expect(startAgain).toHaveBeenCalledTimes(5)
    expect(said.filter((line) => line === 'no space left')).toHaveLength(5)
    expect(said.at(-1)).toBe('PostgreSQL stays down after 5 attempts. Stop and start the product to try again.')
    await kept.stop()
  },
)

test('a database that ends every second is given up; one that ran for a minute has all its attempts again', async () => {
  const startAgain = vi.fn<() => Promise<KeptServer>>().mockImplementation(async () => server(4))
  // Looked at four times a second.
  startAgain.mockImplementationOnce(async () => server(4)).mockImplementationOnce(async () => server(300))
  expect(await keepDatabase(server(0), startAgain, fastClock()).done).toBe('gave up')
  expect(startAgain).toHaveBeenCalledTimes(2 + 5)
})

test('a request to stop ends the watch at once, and the server', async () => {
  const first = forever()
  const kept = keepDatabase(first, async () => forever(), fastClock())
  await kept.stop()
  expect(await kept.done).toBe('stopped')
  expect(first.stop).toHaveBeenCalledOnce()
  expect(said).toEqual([])
})
