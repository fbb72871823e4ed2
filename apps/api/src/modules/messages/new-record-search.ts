import { sql } from 'kysely'
import * as Type from 'typebox'
import { run, columns, type Fragment, jsonObject, select, table } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { notified } from './new-record-words.ts'
import { NoticedArrivalEntity, NoticeStateEntity } from '../../entities/messages.entity.ts'

const lead = columns(LeadEntity)
const sample = columns(SampleRequestEntity)
const noticed = columns(NoticedArrivalEntity, 'noticed')
const state = columns(NoticeStateEntity)

const Text = Type.Union([Type.String(), Type.Null()])
const Found = Type.Object({
  id: Type.String(),
  createdAt: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  company: Text,
  volume: Text,
  answers: Type.Record(Type.String(), Text),
  ownerId: Text,
  isFresh: Type.Boolean(),
})
export type NewRecord = Type.Static<typeof Found>

/** Older records get no confirmation, for example after a day without a worker. */
const freshness = sql`interval '1 day'`
const isFresh = ({ createdAt }: { createdAt: Fragment }) => sql`${createdAt} > now() - ${freshness}`

const kinds = {
  lead: {
    entity: LeadEntity,
    until: 'leadsUntil',
    selection: select(LeadEntity, Found, {
      answers: jsonObject(notified.lead.map((name) => [name, lead[name]])),
      isFresh: isFresh(lead),
    }),
    // Skips imported leads: the importer already has them, and the people in the file made no request.
    arrives: sql`${lead.importId} is null`,
  },
  sample_request: {
    entity: SampleRequestEntity,
    until: 'samplesUntil',
    selection: select(SampleRequestEntity, Found, {
      volume: sql`null`,
      ownerId: sql`null`,
      answers: jsonObject(notified.sample_request.map((name) => [name, sample[name]])),
      isFresh: isFresh(sample),
    }),
    arrives: sql`true`,
  },
} as const
export type RecordKind = keyof typeof kinds

/**
 * A record or change becomes visible only when its transaction commits, up to this long after its timestamp. The search
 * for new ones reaches back this far and skips those already found.
 */
const overlap = sql`interval '2 minutes'`

/** How long the search remembers the records that it has found. */
const memory = sql`interval '1 day'`

const untilOf = (kind: RecordKind | 'change') => (kind === 'change' ? state.changesUntil : state[kinds[kind].until])

/**
 * The start of the search. A start in the future means that the clock was set back at an unknown time, so the search
 * covers everything that it remembers.
 */
export const searchStart = (kind: RecordKind | 'change'): Fragment => {
  const until = untilOf(kind)
  return sql`case when ${until} - ${overlap} <= now() then ${until} - ${overlap}
                  else least(now() - ${overlap}, ${until} - ${memory}) end`
}

/** Maximum number of records that one search returns. */
export const batchSize = 100

type SearchedProperties = Record<'id' | 'createdAt' | 'isSpam', unknown>

/** Records that arrived since the last search, oldest first. */
export function findNewRecords(transaction: EntityManager, kind: RecordKind): Promise<NewRecord[]> {
  const { entity, selection, arrives } = kinds[kind]
  const { id, createdAt, isSpam } = columns<SearchedProperties>(entity, entity.tableName)
  return selection.read(
    transaction,
    sql`where ${createdAt} >= (select ${searchStart(kind)} from ${table(NoticeStateEntity)}) and not ${isSpam} and ${arrives}
          and not exists (select from ${table(NoticedArrivalEntity)} as noticed where ${noticed.id} = ${id})
        order by ${createdAt}, ${id} limit ${batchSize}`,
  )
}

/** Sets the start of the next search to this instant, or to now, even if that is earlier than the last one. */
export async function markSearched(transaction: EntityManager, kind: RecordKind | 'change', at?: string) {
  const until = untilOf(kind)
  const reached = at === undefined ? sql`now()` : sql`${at}::timestamptz`
  const isOutdated = at === undefined ? sql`${until} not between now() - interval '10 seconds' and now()` : sql`true`
  await run(transaction, sql`update ${table(NoticeStateEntity)} set ${until} = ${reached} where ${isOutdated}`)
}

/** Forgets records that no search can find again. */
export async function forgetNoticed(transaction: EntityManager): Promise<void> {
  const oldest = sql`least(${state.leadsUntil}, ${state.samplesUntil}, ${state.changesUntil})`
  await run(
    transaction,
    sql`delete from ${table(NoticedArrivalEntity)} as noticed using ${table(NoticeStateEntity)}
         where ${noticed.arrivedAt} < ${oldest} - ${memory}`,
  )
}

/** Those of these lowercase addresses that received a confirmation in the last day. */
export async function confirmedAmong(transaction: EntityManager, emails: readonly string[]): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('message')
    .select((eb) => eb.fn<string>('lower', ['recipient']).as('email'))
    // Not a parameter, so that the planner sees which partial index matches.
    .where('kind', '=', sql.lit('confirmation'))
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', emails))
    .where((eb) => sql<boolean>`${eb.ref('createdAt')} > now() - ${freshness}`)
    .execute()
  return rows.map(({ email }) => email)
}
