import type { Pool } from 'pg'
import type { LiveEvent } from '@app/contract'

/** Channel of the database on which every instance hears of what any of them stored. */
export const arrivalChannel = 'arrival'

export type ArrivalKind = Extract<LiveEvent['kind'], 'leads' | 'sample_requests'>

export interface Arrivals {
  /** Remembers a stored record and returns at once. */
  note(kind: ArrivalKind, id: string): void
  /** Tells what is still untold. */
  close(): Promise<void>
}

/** A message holds at most 8,000 bytes: this many ids fit well. */
export const maxIds = 100
const pauseMs = 1_000

/**
 * Tells all instances what this one stored: the first record at once, then once a second. A visitor's write has been
 * answered by then and knows nothing of it: NOTIFY takes a lock that would put writes in a row. What a process that
 * dies has not told is missing from this news only, never from a list.
 */
export function announceArrivals(getPool: () => Promise<Pool>, onFailure: (error: unknown) => void): Arrivals {
  const untold = new Map<ArrivalKind, { count: number; ids: string[] }>()
  let toldAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const tell = async () => {
    clearTimeout(timer)
    timer = undefined
    if (untold.size === 0) return
    toldAt = performance.now()
    const messages = [...untold].map(([kind, { count, ids }]) => JSON.stringify({ kind, count, ids }))
    untold.clear()
    try {
      const pool = await getPool()
      await pool.query('select pg_notify($1, message) from unnest($2::text[]) as message', [arrivalChannel, messages])
    } catch (error) {
      onFailure(error)
    }
  }

  return {
    note(kind, id) {
      const news = untold.get(kind) ?? { count: 0, ids: [] }
      untold.set(kind, news)
      news.count += 1
      if (news.ids.length < maxIds) news.ids.push(id)
      timer ??= setTimeout(() => void tell(), Math.max(0, toldAt + pauseMs - performance.now()))
    },
    close: tell,
  }
}
