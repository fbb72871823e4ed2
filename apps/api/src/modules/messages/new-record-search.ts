import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, run, columns, type Fragment, table, instantText } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { notified } from './new-record-words.ts'
import { MessageEntity, NoticedArrivalEntity, NoticeStateEntity } from '../../entities/messages.entity.ts'

const lead = columns(LeadEntity)
const sample = columns(SampleRequestEntity)
const message = columns(MessageEntity)
const noticed = columns(NoticedArrivalEntity, 'noticed')
const state = columns(NoticeStateEntity)

const kinds = {
  lead: {
    entity: LeadEntity,
    until: 'leadsUntil',
    columns: lead,
    answers: notified.lead.map((name) => [sql.lit(name), lead[name]]),
    own: { volume: lead.volume, ownerId: lead.ownerId },
    // Imported leads are skipped: the importer has them already, and the people in the file made no request.
    arrives: sql`${lead.importId} is null`,
  },
  sample_request: {
    entity: SampleRequestEntity,
    until: 'samplesUntil',
    columns: sample,
    answers: notified.sample_request.map((name) => [sql.lit(name), sample[name]]),
    own: { volume: sql`null`, ownerId: sql`null` },
    arrives: sql`true`,
  },
} as const
export type RecordKind = keyof typeof kinds

/**
 * A record or change is seen only after its transaction has committed, up to this long after the time that it bears. The search
 * for new ones reaches back as far and leaves out those that it has found already.
 */
const overlap = sql`interval '2 minutes'`

/** How long the search remembers the records that it has found. */
const memory = sql`interval '1 day'`

const untilOf = (kind: RecordKind | 'change') => (kind === 'change' ? state.changesUntil : state[kinds[kind].until])

/**
 * The start of the search. When the last one was in the future, the clock was set back at an unknown time, so the search
 * covers everything that it remembers.
 */
export const searchStart = (kind: RecordKind | 'change'): Fragment => {
  const until = untilOf(kind)
  return sql`case when ${until} - ${overlap} <= now() then ${until} - ${overlap}
                  else least(now() - ${overlap}, ${until} - ${memory}) end`
}

/** Records that one search returns. */
export const batchSize = 100

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
const found = reader(Found)

/** Older records get no confirmation, for instance after a day without a worker. */
const freshness = sql`interval '1 day'`

/** Records that arrived since the last search, the oldest first. */
export async function findNewRecords(transaction: EntityManager, kind: RecordKind): Promise<NewRecord[]> {
  const { entity, columns: stored, own, answers, arrives } = kinds[kind]
  const ofItsOwn = Object.entries<Fragment>(own).map(([name, column]) => sql`${column} as ${sql.id(name)}`)
  return found(
    transaction,
    sql`select ${stored.id} as id, ${instantText(stored.createdAt)} as "createdAt", ${stored.firstName} as "firstName",
               ${stored.lastName} as "lastName", ${stored.email} as email,
               ${stored.company} as company, ${sql.join(ofItsOwn)},
               json_build_object(${sql.join(answers.flat())}) as answers,
               ${stored.createdAt} > now() - ${freshness} as "isFresh"
          from ${table(entity)}
         where ${stored.createdAt} >= (select ${searchStart(kind)} from ${table(NoticeStateEntity)})
           and not ${stored.isSpam} and ${arrives}
           and not exists (select from ${table(NoticedArrivalEntity)} as noticed where ${noticed.id} = ${columns<{ id: unknown }>(entity, entity.tableName).id})
         order by ${stored.createdAt}, ${stored.id} limit ${batchSize}`,
  )
}

/** The next search begins at this instant, or now, even if that is earlier than the last one did. */
export async function markSearched(
  transaction: EntityManager,
  kind: RecordKind | 'change',
  at?: string,
): Promise<void> {
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

const confirmed = reader(Type.Object({ email: Type.String() }))

/** Those of the addresses, which are in lower case, that got a confirmation in the last day. */
export async function confirmedAmong(transaction: EntityManager, emails: readonly string[]): Promise<string[]> {
  const addresses = sql`unnest(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`
  const rows = await confirmed(
    transaction,
    sql`select address.email from ${addresses} as address (email)
         where exists (select from ${table(MessageEntity)}
                        where ${message.kind} = 'confirmation' and lower(${message.recipient}) = address.email
                          and ${message.createdAt} > now() - ${freshness})`,
  )
  return rows.map(({ email }) => email)
}
