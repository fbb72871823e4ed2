import type { Pool } from 'pg'
import type { LiveEvent } from '@app/contract'
import { sql } from 'kysely'
import { run } from '../../db/sql.ts'
import { liveChannel, maxIds } from './live-channel.ts'

export type ArrivalKind = Extract<LiveEvent['kind'], 'leads' | 'sample_requests'>

const pauseMs = 1_000

/**
 * Notifies every instance of new records: of the first one immediately, then at most once a second. Runs after the
 * response to the visitor's write, because NOTIFY takes a lock that would serialize writes. If the process dies first,
 * an event is lost, but never a row of a list.
 */
export function announceArrivals(getPool: () => Promise<Pool>, onFailure: (error: unknown) => void) {
  const pending = new Map<ArrivalKind, { count: number; ids: string[] }>()
  let notifiedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const notify = async () => {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    notifiedAt = performance.now()
    const messages = [...pending].map(([kind, { count, ids }]) => JSON.stringify({ kind, count, ids }))
    pending.clear()
    try {
      const pool = await getPool()
      await run(pool, sql`select pg_notify(${liveChannel}, message) from unnest(${messages}::text[]) as message`)
    } catch (error) {
      onFailure(error)
    }
  }

  return {
    /** Adds a stored record to the next notification and returns immediately. */
    note(kind: ArrivalKind, id: string): void {
      const event = pending.get(kind) ?? { count: 0, ids: [] }
      pending.set(kind, event)
      event.count += 1
      if (event.ids.length < maxIds) event.ids.push(id)
      timer ??= setTimeout(() => void notify(), Math.max(0, notifiedAt + pauseMs - performance.now()))
    },
    /** Sends the pending notifications. */
    close: notify,
  }
}

export type Arrivals = ReturnType<typeof announceArrivals>
