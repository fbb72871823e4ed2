import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, run, columns, type Fragment, table } from '../../db/sql.ts'
import { RecordChangeEntity } from '../../entities/changes.entity.ts'
import { lockRecords } from '../changes/stored-records.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { waitForMerges } from '../leads/work/lead-merge.service.ts'
import { leadRecord, pipelineTexts } from '../leads/work/lead-record.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { anyOf, escaped, type Identifiers } from './identifiers.ts'
import { erased } from './scrub.ts'

const lead = columns(LeadEntity, 'lead')
const sample = columns(SampleRequestEntity, 'sample')
const change = columns(RecordChangeEntity, 'change')
const message = columns(MessageEntity, 'message')

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

/** Number of entries by staff on the timelines of a person's leads. */
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
  /** The person's own leads. */
  own: string[]
  /** Leads that one of the person's leads was ever merged into, directly or indirectly. */
  survivors: string[]
  /** Texts that those leads took over. */
  texts: string[]
}

const found = reader(
  Type.Object({
    own: Type.Array(Type.String()),
    survivors: Type.Array(Type.String()),
    texts: Type.Array(Type.String()),
  }),
)

/** Finds the person's data outside of their own records. */
async function findTakenOver(transaction: EntityManager, email: string): Promise<TakenOver> {
  const into = sql`${change.after} ->> 'mergedInto'`
  const from = sql`${change.after} ->> 'mergedFrom'`
  const values = sql.join(pipelineTexts.map((field) => sql`${change.after} ->> ${sql.lit(field)}`))
  const rows = await found(
    transaction,
    sql`
    with recursive own as (
      select ${lead.id} as id
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
                    and (${from})::uuid in (select reached.id from reached) and text is not null) as texts`,
  )
  return onlyRow(rows)
}

/**
 * Erases a person from leads that theirs were merged into: the text that came with the merge, and their identifiers in
 * the fields, in every change, and in messages. Call it before deleting the person's own records.
 */
export async function eraseFromSurvivors(transaction: EntityManager, email: string, identifiers: Identifiers) {
  await waitForMerges(transaction)
  const { survivors, own, texts } = await findTakenOver(transaction, email)
  if (survivors.length === 0) return
  // Uses the common lock order of leads.
  await lockRecords(transaction, leadRecord, [...survivors, ...own])
  const ids = sql`${`{${survivors.join()}}`}::uuid[]`
  const { names = null, phones = null } = identifiers
  const fullName = sql`(${lead.firstName} || ' ' || ${lead.lastName})`
  // Two people can share a name or phone number, and the surviving lead keeps its own.
  const person = sql`
    concat_ws('|', ${anyOf(identifiers.email, identifiers.streets)}::text,
      case when not ${fullName} ~* ${names} then ${names}::text end,
      case when not coalesce(${lead.phone}, '') ~* ${phones} then ${phones}::text end)`
  const inJson = (text: string) => escaped(JSON.stringify(text).slice(1, -1))
  const withoutTexts = (json: Fragment) =>
    texts.length > 0 ? sql`regexp_replace(${json}, ${anyOf(...texts.map(inJson))}, ${erased}, 'g')` : json
  const redacted = (column: Fragment) => sql`
    regexp_replace(${withoutTexts(sql`${column}::text`)}, ${person}, ${erased}, 'gi')::jsonb`
  const { before, after } = columns(RecordChangeEntity)
  await run(
    transaction,
    sql`
    update ${table(RecordChangeEntity)} as change
       set ${before} = ${redacted(change.before)}, ${after} = ${redacted(change.after)}
      from ${table(LeadEntity)} as lead where ${lead.id} = ${change.recordId} and ${change.recordId} = any(${ids})`,
  )
  const { subject, content } = columns(MessageEntity)
  await run(
    transaction,
    sql`
    update ${table(MessageEntity)} as message
       set ${subject} = left(regexp_replace(${message.subject}, ${person}, ${erased}, 'gi'), 300),
           ${content} = ${redacted(message.content)}
      from ${table(LeadEntity)} as lead where ${lead.id} = ${message.lead} and ${message.lead} = any(${ids})`,
  )
  const cleared = (column: Fragment) => sql`
    case when ${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))) then ${erased}
         else left(regexp_replace(${column}, ${person}, ${erased}, 'gi'), 200) end`
  const unqualified = columns(LeadEntity)
  const assignments = pipelineTexts.map((field) => sql`${unqualified[field]} = ${cleared(lead[field])}`)
  await run(
    transaction,
    sql`update ${table(LeadEntity)} as lead set ${sql.join(assignments)} where ${lead.id} = any(${ids})`,
  )
}

/** Deletes an invitation. Its history is kept without the name. */
export async function eraseInvitation(transaction: EntityManager, email: string): Promise<void> {
  const invited = await tables(transaction)
    .deleteFrom('staff_invitation')
    .where('email', '=', sql<string>`lower(${email})`)
    .returning('id')
    .execute()
  if (invited.length === 0) return
  const ids = invited.map(({ id }) => id)
  await tables(transaction)
    .updateTable('record_change')
    .set({ recordName: erased })
    .where('recordType', '=', 'invitation')
    .where('recordId', 'in', ids)
    .execute()
}
