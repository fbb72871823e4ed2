import { isAboutARow } from '../../db/batched-insert.ts'
import { isUnavailable } from '../../db/unavailable.ts'
import type { EntityManager } from '../../entities/database.ts'
import { codeOf } from '../../errors/errors.ts'
import type { NewOrder, StoredPiece } from './store-pieces.ts'

type Transactions = Pick<EntityManager, 'transactional'>

/** Stores orders of one month together: the leading ones that fit within the limits. */
type StoreTogether = (
  transaction: EntityManager,
  orders: readonly NewOrder[],
) => Promise<{ stored: readonly StoredPiece[]; refusal: unknown }>

interface Waiting {
  order: NewOrder
  resolve: (stored: StoredPiece | undefined) => void
  reject: (error: unknown) => void
}

const maxAtOnce = 50
const uniqueViolation = '23505'

/** Another transaction stored the same idempotency key first, for a piece or a proof. */
const isRepeated = (error: unknown): boolean =>
  codeOf(error) === uniqueViolation &&
  error instanceof Error &&
  'constraint' in error &&
  /^(?:piece|print_proof)_idempotency_key_unique$/.test(String(error.constraint))

/**
 * The pieces of a month are charged one at a time, under a lock. Pieces that arrive while others are stored share the
 * next transaction, so a burst waits for only a few transactions and uses a single connection.
 * @returns a function that stores a piece. It resolves with undefined when the same idempotency key was stored
 * meanwhile, and throws a 403 or 409 when the account may not send the piece
 */
export function pieceQueue(storeTogether: StoreTogether) {
  const months = new Map<string, Waiting[]>()

  const storeAll = async (em: Transactions, month: string, waiting: Waiting[]): Promise<void> => {
    const alone: Waiting[] = []
    while (alone.length + waiting.length > 0) {
      const batch = alone.length > 0 ? alone.splice(0, 1) : waiting.splice(0, maxAtOnce)
      const orders = batch.map(({ order }) => order)
      try {
        const { stored, refusal } = await em.transactional((transaction) => storeTogether(transaction, orders))
        for (const [place, { resolve, reject }] of batch.entries())
          if (stored[place]) resolve(stored[place])
          else reject(refusal)
      } catch (error) {
        // Nothing was stored. A bad row must not fail the others, so each is tried alone.
        if (batch.length > 1 && isAboutARow(error)) alone.push(...batch)
        else if (isRepeated(error)) for (const { resolve } of batch) resolve(undefined)
        else {
          // The remaining batches would each wait for the same timeout.
          const others = isUnavailable(error) ? [...alone.splice(0), ...waiting.splice(0)] : []
          for (const { reject } of [...batch, ...others]) reject(error)
        }
      }
    }
    months.delete(month)
  }

  return (em: Transactions, order: NewOrder) =>
    new Promise<StoredPiece | undefined>((resolve, reject) => {
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
