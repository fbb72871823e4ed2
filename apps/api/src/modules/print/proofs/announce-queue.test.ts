import { setImmediate as nextTurn } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { privateDatabase } from '../../../../test/harness.ts'
import { announceQueue } from './announce-queue.ts'

const database = await privateDatabase()
const pool = new Pool({ connectionString: database.url })
const query = vi.spyOn(pool, 'query')
const failed = vi.fn<(error: unknown) => void>()
const announce = announceQueue(async () => pool, failed)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('proofs that nobody waits for share one announcement, a moment later; one whose caller waits is announced at once', async () => {
  for (let proofs = 0; proofs < 3; proofs += 1) announce.later()
  expect(vi.getTimerCount()).toBe(1)
  await nextTurn()
  expect(query).not.toHaveBeenCalled()

  announce.now()
  await nextTurn()
  expect(query).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(300)
  vi.useRealTimers()
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2), 30_000)
  expect(failed).not.toHaveBeenCalled()
})
