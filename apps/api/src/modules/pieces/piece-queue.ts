import { isAboutARow } from '../../db/batched-insert.ts'
import { codeOf } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import { type NewOrder, type StoredPiece, storePieces, type Terms } from './store-pieces.ts'

/**
 * Stores a piece. Undefined when the same idempotency key was stored meanwhile.
 * @throws {ProblemError} 403 and 409 when the account may not send it
 */
export type StorePiece = (em: EntityManager, order: NewOrder) => Promise<StoredPiece | undefined>

interface Waiting {
  order: NewOrder
  resolve: (stored: StoredPiece | undefined) => void
  reject: (error: unknown) => void
}

const maxAtOnce = 50
const uniqueViolation = '23505'

/** Another transaction with the same idempotency key was first. */
const isRepeated = (error: unknown): boolean =>
  codeOf(error) === uniqueViolation &&
  error instanceof Error &&
  'constraint' in error &&
  error.constraint === 'piece_idempotency_key_unique'

/**
 * The pieces of a month are charged one after the other, under a lock. Those that arrive while others are stored share the next
 * transaction, so that a crowd waits for a few of them, and holds a single connection.
 */
export function pieceQueue(terms: Terms): StorePiece {
  const months = new Map<string, Waiting[]>()

  const store = async (em: EntityManager, batch: readonly Waiting[]): Promise<void> => {
    const orders = batch.map(({ order }) => order)
    try {
      const { stored, refusal } = await em.transactional((transaction) => storePieces(transaction, orders, terms))
      for (const [place, { resolve, reject }] of batch.entries())
        if (stored[place]) resolve(stored[place])
        else reject(refusal)
    } catch (error) {
      // Nothing was stored. A bad row must not fail the others, so each is tried alone.
      if (batch.length > 1 && isAboutARow(error)) for (const one of batch) await store(em, [one])
      else if (isRepeated(error)) for (const { resolve } of batch) resolve(undefined)
      else for (const { reject } of batch) reject(error)
    }
  }

  const storeAll = async (em: EntityManager, month: string, waiting: Waiting[]): Promise<void> => {
    while (waiting.length > 0) await store(em, waiting.splice(0, maxAtOnce))
    months.delete(month)
  }

  return (em, order) =>
    new Promise((resolve, reject) => {
      const month = `${order.row.workspace} ${order.row.month}`
      const waiting = months.get(month)
      if (waiting) waiting.push({ order, resolve, reject })
      else {
        const fresh = [{ order, resolve, reject }]
        months.set(month, fresh)
        void storeAll(em, month, fresh)
      }
    })
}
