import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { maxIds } from '../../db/live-channel.ts'
import type { EntityManager } from '../database.ts'
import { newestLeadIds } from '../leads/leads.queries.ts'
import { newestSampleRequestIds } from '../samples/samples.queries.ts'
import { absoluteHours } from '../staff/session-lifetime.ts'
import type { ArrivalKind } from './arrivals.ts'

const newestOf = {
  leads: newestLeadIds,
  sample_requests: newestSampleRequestIds,
} satisfies Record<ArrivalKind, unknown>

const bounds = checkedRows(Type.Object({ since: Type.String() }))

const kinds: ArrivalKind[] = ['leads', 'sample_requests']

/** What has arrived since an instant. Kinds of which nothing arrived are left out. */
export async function arrivedSince(em: EntityManager, instant: string) {
  // Nobody stays signed in for longer, so nobody has missed more.
  const bounded = await em.execute(
    `select ${isoInstant('greatest(least(?::timestamptz, now()), now() - make_interval(hours => ?))')} as since`,
    // PostgreSQL knows no year 0.
    [new Date(Math.max(0, Date.parse(instant))).toISOString(), absoluteHours],
  )
  const { since } = onlyRow(bounds(bounded))
  const events = kinds.map(async (kind) => ({ kind, ...(await newestOf[kind](em, since, maxIds)) }))
  return (await Promise.all(events)).filter(({ count }) => count > 0)
}
