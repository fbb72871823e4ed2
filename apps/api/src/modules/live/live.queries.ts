import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, columns, table, instantText } from '../../db/sql.ts'
import { all, type PagedEntity, type Where } from '../../db/keyset-page.ts'
import type { EntityManager } from '../../entities/database.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import type { ArrivalKind } from '../announcements/arrivals.ts'
import { maxIds } from '../announcements/live-channel.ts'
import { sessionLifetimes } from '../sessions/session-lifetime.ts'

type Arriving = PagedEntity & { properties: { isSpam: unknown } }

const entityOf: Record<ArrivalKind, Arriving> = { leads: LeadEntity, sample_requests: SampleRequestEntity }
const kinds: ArrivalKind[] = ['leads', 'sample_requests']

/** Clocks of two machines differ, and commits take a while. The client drops duplicates by their id. */
const overlapSeconds = 10
const countCap = 1_000

const bounds = reader(Type.Object({ since: Type.String() }))
const ids = reader(Type.Object({ id: Type.String() }))

/** Counts of new records since an instant. Kinds without new records are omitted. */
export async function arrivedSince(em: EntityManager, instant: string) {
  // The maximum lifetime of a session limits what anyone can have missed.
  const oldest = sql`now() - make_interval(hours => ${sessionLifetimes.staff.absoluteHours})`
  const since = instantText(sql`greatest(least(${instant}::timestamptz, now()), ${oldest})`)
  const { since: bounded } = onlyRow(await bounds(em, sql`select ${since} as since`))
  const events = kinds.map(async (kind) => ({ kind, ...(await newest(em, entityOf[kind], bounded)) }))
  return (await Promise.all(events)).filter(({ count }) => count > 0)
}

/** How many rows arrived since an instant, counted up to a thousand, and the ids of the newest ones. Spam is left out. */
async function newest(em: EntityManager, entity: Arriving, since: string): Promise<{ count: number; ids: string[] }> {
  const { id, createdAt, isSpam } = columns(entity)
  const where: Where = [
    sql`${createdAt} > ${since}::timestamptz - make_interval(secs => ${overlapSeconds})`,
    sql`not ${isSpam}`,
  ]
  const found = await ids(
    em,
    sql`select ${id} as id from ${table(entity)} where ${all(where)} order by ${createdAt} desc limit ${countCap}`,
  )
  return { count: found.length, ids: found.slice(0, maxIds).map((row) => row.id) }
}
