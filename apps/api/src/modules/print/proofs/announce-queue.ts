import type { Pool } from 'pg'
import { queueChannel } from '../proof-queue.ts'

/**
 * Tells whoever prints that there is work. Proofs that come while one announcement is on its way share the next: each
 * takes a lock of the whole database at its commit.
 */
export function announceQueue(pool: () => Promise<Pool>, onFailure: (error: unknown) => void): () => void {
  let isOnItsWay = false
  let isNeeded = false

  const announce = async () => {
    isOnItsWay = true
    while (isNeeded) {
      isNeeded = false
      // Renderers look for themselves every second too, so one that is lost only costs that.
      await (await pool()).query('select pg_notify($1, $2)', [queueChannel, '']).catch(onFailure)
    }
    isOnItsWay = false
  }

  return () => {
    isNeeded = true
    if (!isOnItsWay) void announce()
  }
}
