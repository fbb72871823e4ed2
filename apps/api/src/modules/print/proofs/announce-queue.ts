import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { queueChannel } from '../proof-queue.ts'

/** Each announcement is a commit of its own, and takes a lock of the whole database: a crowd of proofs shares them. */
const pauseMs = 50

/** Time in which a renderer can see that a proof nobody waits for is one of a crowd, before it begins to make them. */
const unhurriedMs = 300

export interface AnnounceQueue {
  /** For a proof that its caller waits for. */
  now(): void
  later(): void
}

/** Tells whoever prints that there is work, with the proofs that come within the same moment. */
export function announceQueue(pool: () => Promise<Pool>, onFailure: (error: unknown) => void): AnnounceQueue {
  let isOnItsWay = false
  let isNeeded = false
  let delayed: NodeJS.Timeout | undefined

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

  const now = () => {
    isNeeded = true
    if (!isOnItsWay) void announce()
  }
  const endDelay = () => {
    delayed = undefined
    now()
  }
  return {
    now,
    later() {
      delayed ??= setTimeout(endDelay, unhurriedMs).unref()
    },
  }
}
