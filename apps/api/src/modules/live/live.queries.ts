import type { EntityManager } from '@mikro-orm/postgresql'
import { type Conditions, countRowsUpTo } from '../../db/keyset-page.ts'
import { absoluteHours } from '../staff/session-lifetime.ts'
import { type ArrivalKind, maxIds } from './arrivals.ts'

/** Clocks of two machines and commits that take a while: what is told twice is recognized by its id. */
const overlapSeconds = 10
const countCap = 1_000

/** Nobody is signed in for longer, so nobody has missed more. */
const longestMs = absoluteHours * 3_600_000

const tables: [kind: ArrivalKind, table: string][] = [
  ['leads', 'lead'],
  ['sample_requests', 'sample_request'],
]

/** What has arrived since an instant; kinds of which nothing has are left out. */
export async function arrivedSince(em: EntityManager, instant: string) {
  const since = new Date(Math.min(Date.now(), Math.max(Date.parse(instant), Date.now() - longestMs))).toISOString()
  const where: Conditions = [
    ['created_at > ?::timestamptz - make_interval(secs => ?)', [since, overlapSeconds]],
    ['not is_spam', []],
  ]
  const values = where.flatMap(([, conditionValues]) => conditionValues)
  const news = tables.map(async ([kind, table]) => {
    const [{ total }, rows] = await Promise.all([
      countRowsUpTo(em, table, where, countCap),
      em.execute<{ id: string }[]>(
        `select id from ${table} where ${where.map(([sql]) => sql).join(' and ')} order by created_at desc limit ?`,
        [...values, maxIds],
      ),
    ])
    // A record may arrive between the two questions.
    return { kind, count: Math.max(total, rows.length), ids: rows.map(({ id }) => id) }
  })
  return (await Promise.all(news)).filter(({ count }) => count > 0)
}
