import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { queueChannel } from '../proof-queue.ts'

/** Each announcement is a commit of its own, and takes a lock of the whole database: a crowd of proofs shares them. */
const pauseMs = 50

/** Tells whoever prints that there is work: at once, or with the proofs that come within the same moment. */
export function announceQueue(pool: () => Promise<Pool>, onFailure: (error: unknown) => void): () => void {
  let isOnItsWay = false
  let isNeeded = false

  const announce = async () => {
    isOnItsWay = true
    while (isNeeded) {
      isNeeded = false
      try {
        await (await pool()).query('select pg_notify($1, $2)', [queueChannel, ''])
      } catch (error) {
        // Renderers look for themselves every second too, so one that is lost only costs that.
        onFailure(error)
      }
      await sleep(pauseMs, undefined, { ref: false })
    }
    isOnItsWay = false
  }

  return () => {
    isNeeded = true
    if (!isOnItsWay) void announce()
  }
}
