import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow } from '../../db/checked-rows.ts'
import { reader, run } from '../../db/run.ts'
import { columns, type Fragment, table } from '../../db/typed-columns.ts'
import { RecordChangeEntity } from '../../entities/changes.entity.ts'
import { lockRecords } from '../changes/stored-records.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { takeTurns } from '../leads/work/lead-merge.service.ts'
import { leadRecord, pipelineTexts } from '../leads/work/lead-record.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'

/** Replaces the data of an erased person. */
const erased = '[erased]'

const lead = columns(LeadEntity, 'lead')
const sample = columns(SampleRequestEntity, 'sample')
const change = columns(RecordChangeEntity, 'change')

const recordsOf = (email: string) =>
  sql`select ${lead.id} from ${table(LeadEntity)} as lead where lower(${lead.email}) = lower(${email})
       union all
      select ${sample.id} from ${table(SampleRequestEntity)} as sample where lower(${sample.email}) = lower(${email})`

/** Notes and changes by staff about a person's leads and sample requests, oldest first. */
export const changesOf = (em: EntityManager, email: string) =>
  tables(em)
    .selectFrom('record_change')
    .select(['recordType', 'recordId', 'createdAt', 'action', 'actor', 'before', 'after'])
    .where((eb) => sql<boolean>`${eb.ref('recordId')} in (${recordsOf(email)})`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** How many entries staff made on the timelines of a person's leads. */
export async function countTimelineEntries(em: EntityManager, email: string): Promise<number> {
  const { count } = await tables(em)
    .selectFrom('record_change')
    .innerJoin('lead', 'lead.id', 'record_change.recordId')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where((eb) => eb(eb.fn<string>('lower', ['lead.email']), '=', email.toLowerCase()))
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface TakenOver {
  /** Leads of the person. */
  own: string[]
  /** Leads that a lead of the person was ever merged into, also by way of others. */
  survivors: string[]
  /** Texts that they took over. */
  texts: string[]
  /** Full names of the person. */
  names: string[]
}

const found = reader(
  Type.Object({
    own: Type.Array(Type.String()),
    survivors: Type.Array(Type.String()),
    texts: Type.Array(Type.String()),
    names: Type.Array(Type.String()),
  }),
)

/** Where the person's data may be besides their own records. */
async function findTakenOver(transaction: EntityManager, email: string): Promise<TakenOver> {
  const into = sql`${change.after} ->> 'mergedInto'`
  const from = sql`${change.after} ->> 'mergedFrom'`
  const values = sql.join(pipelineTexts.map((field) => sql`${change.after} ->> ${sql.lit(field)}`))
  const rows = await found(
    transaction,
    sql`
    with recursive own as (
      select ${lead.id} as id, ${lead.firstName} || ' ' || ${lead.lastName} as name
        from ${table(LeadEntity)} as lead where lower(${lead.email}) = lower(${email})),
    reached as (
      select own.id from own
      union
      select (${into})::uuid
        from reached join ${table(RecordChangeEntity)} as change on ${change.recordId} = reached.id
       where ${change.action} = 'merge' and ${into} is not null)
    select array(select own.id::text from own) as own,
           array(select reached.id::text from reached where reached.id not in (select own.id from own)) as survivors,
           array(select distinct text from ${table(RecordChangeEntity)} as change
                  cross join lateral unnest(array[${values}]) as text
                  where ${change.recordId} in (select reached.id from reached) and ${change.after} ? 'mergedFrom'
                    and (${from})::uuid in (select reached.id from reached) and text is not null) as texts,
           array(select distinct own.name from own) as names`,
  )
  return onlyRow(rows)
}

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
const oneOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`

/**
 * Erases a person from leads that took over the work on theirs: the text that came with the merge, and their email and name
 * wherever staff wrote them, in the fields and in every change. Call it before the person's own records are deleted.
 */
export async function eraseFromSurvivors(transaction: EntityManager, email: string): Promise<void> {
  await takeTurns(transaction)
  const { survivors, own, texts, names } = await findTakenOver(transaction, email)
  if (survivors.length === 0) return
  // In the order in which everybody locks leads.
  await lockRecords(transaction, leadRecord, [...survivors, ...own])
  const inJson = (text: string) => escaped(JSON.stringify(text).slice(1, -1))
  const ids = sql`${`{${survivors.join()}}`}::uuid[]`
  // Two people can share a name, and the name of the lead that stays is its own.
  const person = (inside: (text: string) => string) => sql`
    case when lower(${lead.firstName} || ' ' || ${lead.lastName}) in (${sql.join(names.map((name) => name.toLowerCase()))})
         then ${inside(email)} else ${oneOf([email, ...names].map(inside))} end`
  const withoutTexts = (json: Fragment) =>
    texts.length > 0 ? sql`regexp_replace(${json}, ${`"${oneOf(texts.map(inJson))}"`}, ${`"${erased}"`}, 'g')` : json
  const redacted = (column: Fragment) => sql`
    regexp_replace(${withoutTexts(sql`${column}::text`)}, ${person(inJson)}, ${erased}, 'gi')::jsonb`
  const { before, after } = columns(RecordChangeEntity)
  await run(
    transaction,
    sql`
    update ${table(RecordChangeEntity)} as change
       set ${before} = ${redacted(change.before)}, ${after} = ${redacted(change.after)}
      from ${table(LeadEntity)} as lead where ${lead.id} = ${change.recordId} and ${change.recordId} = any(${ids})`,
  )
  const cleared = (column: Fragment) => sql`
    case when ${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))) then ${erased}
         else left(regexp_replace(${column}, ${person(escaped)}, ${erased}, 'gi'), 200) end`
  const unqualified = columns(LeadEntity)
  const assignments = pipelineTexts.map((field) => sql`${unqualified[field]} = ${cleared(lead[field])}`)
  await run(
    transaction,
    sql`update ${table(LeadEntity)} as lead set ${sql.join(assignments)} where ${lead.id} = any(${ids})`,
  )
}
