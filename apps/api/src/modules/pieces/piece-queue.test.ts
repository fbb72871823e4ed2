import { expect, test } from 'vitest'
import { pieceQueue } from './piece-queue.ts'
import type { NewOrder } from './store-pieces.ts'

// The queue reads only these fields.
const order = { row: { workspace: 'workspace', month: '2026-11' } } as NewOrder

test('while the database is down, all waiting orders fail with the first error, and later ones are tried again', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  let transactions = 0
  const away = {
    transactional: async () => {
      transactions += 1
      await Promise.resolve()
      throw refused
    },
  }
  const store = pieceQueue(async () => ({ stored: [], refusal: undefined }))
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => store(away, order)))
  expect(outcomes).toEqual(Array.from({ length: 120 }, () => ({ status: 'rejected', reason: refused })))
  expect(transactions).toBe(1)
  await expect(store(away, order)).rejects.toBe(refused)
  expect(transactions).toBe(2)
})
