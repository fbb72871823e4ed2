import type { EntityManager } from '@mikro-orm/postgresql'
import { maxIds } from '../../db/live-channel.ts'
import { newestLeadIds } from '../leads/leads.queries.ts'
import { newestSampleRequestIds } from '../samples/samples.queries.ts'
import { absoluteHours } from '../staff/session-lifetime.ts'
import type { ArrivalKind } from './arrivals.ts'

/** Nobody stays signed in for longer, so nobody has missed more. */
const longestMs = absoluteHours * 3_600_000

const newestOf = {
  leads: newestLeadIds,
  sample_requests: newestSampleRequestIds,
} satisfies Record<ArrivalKind, unknown>

const kinds: ArrivalKind[] = ['leads', 'sample_requests']

/** What has arrived since an instant. Kinds of which nothing arrived are left out. */
export async function arrivedSince(em: EntityManager, instant: string) {
  const since = new Date(Math.min(Date.now(), Math.max(Date.parse(instant), Date.now() - longestMs))).toISOString()
  const events = kinds.map(async (kind) => ({ kind, ...(await newestOf[kind](em, since, maxIds)) }))
  return (await Promise.all(events)).filter(({ count }) => count > 0)
}
