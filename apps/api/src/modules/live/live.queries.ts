import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow } from '../../db/checked-rows.ts'
import { maxIds } from '../../db/live-channel.ts'
import { reader } from '../../db/run.ts'
import { instantText } from '../../db/sql-texts.ts'
import type { EntityManager } from '../database.ts'
import { newestLeadIds } from '../leads/leads.queries.ts'
import { newestSampleRequestIds } from '../samples/samples.queries.ts'
import { absoluteHours } from '../staff/session-lifetime.ts'
import type { ArrivalKind } from './arrivals.ts'

const newestOf = {
  leads: newestLeadIds,
  sample_requests: newestSampleRequestIds,
} satisfies Record<ArrivalKind, unknown>

const bounds = reader(Type.Object({ since: Type.String() }))

const kinds: ArrivalKind[] = ['leads', 'sample_requests']

/** What has arrived since an instant. Kinds of which nothing arrived are left out. */
export async function arrivedSince(em: EntityManager, instant: string) {
  // Nobody stays signed in for longer, so nobody has missed more.
  const oldest = sql`now() - make_interval(hours => ${absoluteHours})`
  // PostgreSQL has no year 0.
  const named = new Date(Math.max(0, Date.parse(instant))).toISOString()
  const since = instantText(sql`greatest(least(${named}::timestamptz, now()), ${oldest})`)
  const { since: bounded } = onlyRow(await bounds(em, sql`select ${since} as since`))
  const events = kinds.map(async (kind) => ({ kind, ...(await newestOf[kind](em, bounded, maxIds)) }))
  return (await Promise.all(events)).filter(({ count }) => count > 0)
}
