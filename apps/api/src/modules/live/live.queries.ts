import { sql } from 'kysely'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { ArrivalKind } from '../announcements/arrivals.ts'
import { maxIds } from '../announcements/live-channel.ts'
import { sessionLifetimes } from '../sessions/session-lifetime.ts'

const arrivals = [
  { kind: 'leads', table: 'lead' },
  { kind: 'sample_requests', table: 'sample_request' },
] as const satisfies { kind: ArrivalKind; table: string }[]

/** Clocks of two machines differ, and commits take a while. The client drops duplicates by id. */
const overlapSeconds = 10
const countCap = 1_000

/** Counts of new records since an instant, up to a thousand, and the newest ids. Omits kinds without new records. */
export async function arrivedSince(em: EntityManager, instant: string) {
  // Nobody can have missed more than the maximum lifetime of a session.
  const oldest = sql`now() - make_interval(hours => ${sessionLifetimes.staff.absoluteHours})`
  const since = sql<Date>`greatest(least(${instant}::timestamptz, now()), ${oldest})
    - make_interval(secs => ${overlapSeconds})`
  const events = arrivals.map(async ({ kind, table }) => {
    const found = await tables(em)
      .selectFrom(table)
      .select('id')
      .where('createdAt', '>', since)
      .where('isSpam', '=', false)
      .orderBy('createdAt', 'desc')
      .limit(countCap)
      .execute()
    return { kind, count: found.length, ids: found.slice(0, maxIds).map(({ id }) => id) }
  })
  return (await Promise.all(events)).filter(({ count }) => count > 0)
}
