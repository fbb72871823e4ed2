import { type RawBuilder, sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { lockRecords } from '../changes/stored-records.ts'
import { type EntityManager, tables } from '../database.ts'
import { takeTurns } from '../leads/work/lead-merge.service.ts'
import { leadRecord } from '../leads/work/lead-record.ts'

/** Replaces the data of an erased person. */
const erased = '[erased]'

/** Free text that a lead takes over when another one is merged into it. */
const takenOver = ['nextStep', 'lostReason'] as const

const recordsOf = (email: string) =>
  sql`select id from lead where lower(email) = lower(${email})
       union all select id from sample_request where lower(email) = lower(${email})`

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
    .where(sql`lower(lead.email)`, '=', email.toLowerCase())
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

const found = checkedRows(
  Type.Object({
    own: Type.Array(Type.String()),
    survivors: Type.Array(Type.String()),
    texts: Type.Array(Type.String()),
    names: Type.Array(Type.String()),
  }),
)

/** Where the person's data may be besides their own records. */
async function findTakenOver(transaction: EntityManager, email: string): Promise<TakenOver> {
  const values = sql.join(takenOver.map((field) => sql`merge.after ->> ${sql.lit(field)}`))
  const { rows } = await sql`
    with recursive own as (select id, first_name || ' ' || last_name as name from lead where lower(email) = lower(${email})),
    reached as (
      select id from own
      union
      select (change.after ->> 'mergedInto')::uuid
        from reached join record_change as change on change.record_id = reached.id
       where change.action = 'merge' and change.after ->> 'mergedInto' is not null)
    select array(select id::text from own) as own,
           array(select id::text from reached where id not in (select id from own)) as survivors,
           array(select distinct text from record_change as merge
                  cross join lateral unnest(array[${values}]) as text
                  where merge.record_id in (select id from reached) and merge.after ? 'mergedFrom'
                    and (merge.after ->> 'mergedFrom')::uuid in (select id from reached) and text is not null) as texts,
           array(select distinct name from own) as names`.execute(tables(transaction))
  return onlyRow(found(rows))
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
  const db = tables(transaction)
  const inJson = (text: string) => escaped(JSON.stringify(text).slice(1, -1))
  const ids = sql`${`{${survivors.join()}}`}::uuid[]`
  // Two people can share a name, and the name of the lead that stays is its own.
  const person = (inside: (text: string) => string) => sql`
    case when lower(lead.first_name || ' ' || lead.last_name) in (${sql.join(names.map((name) => name.toLowerCase()))})
         then ${inside(email)} else ${oneOf([email, ...names].map(inside))} end`
  const withoutTexts = (json: RawBuilder<unknown>) =>
    texts.length > 0 ? sql`regexp_replace(${json}, ${`"${oneOf(texts.map(inJson))}"`}, ${`"${erased}"`}, 'g')` : json
  const redacted = (column: string) => sql`
    regexp_replace(${withoutTexts(sql`${sql.ref(`record_change.${column}`)}::text`)}, ${person(inJson)}, ${erased}, 'gi')::jsonb`
  await sql`
    update record_change set before = ${redacted('before')}, after = ${redacted('after')}
      from lead where lead.id = record_change.record_id and record_change.record_id = any(${ids})`.execute(db)
  const cleared = (column: string) => sql`
    case when ${sql.ref(column)} = any(array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))) then ${erased}
         else left(regexp_replace(${sql.ref(column)}, ${person(escaped)}, ${erased}, 'gi'), 200) end`
  await sql`
    update lead set next_step = ${cleared('next_step')}, lost_reason = ${cleared('lost_reason')}
     where id = any(${ids})`.execute(db)
}
