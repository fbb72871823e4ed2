import { Pool } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { privateDatabase } from '../../../../test/harness.ts'
import { announceQueue } from './announce-queue.ts'

const database = await privateDatabase()
const pool = new Pool({ connectionString: database.url })
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('proofs that nobody waits for share one announcement, a moment after one whose caller waits', async () => {
  const query = vi.spyOn(pool, 'query')
  const failed = vi.fn<(error: unknown) => void>()
  const announce = announceQueue(async () => pool, failed)
  const told = (times: number) => () => expect(query.mock.calls.length).toBeGreaterThanOrEqual(times)
  for (let proofs = 0; proofs < 3; proofs += 1) announce.later()
  announce.now()
  await vi.waitFor(told(2), 30_000)
  announce.now()
  await vi.waitFor(told(3), 30_000)
  expect(query).toHaveBeenCalledTimes(3)
  expect(failed).not.toHaveBeenCalled()
})
