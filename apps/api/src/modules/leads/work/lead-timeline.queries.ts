import type { EntityManager } from '@mikro-orm/postgresql'
import { type Input, TimelineEntry } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { all, decode, encode, Key, newestFirst, type Page, sortedBy, startsAfter } from '../../../db/keyset-page.ts'
import { reader, run, columns, type Fragment, table, instantText } from '../../../db/sql.ts'
import { notFound } from '../../../errors/errors.ts'
import { fieldChanges } from '../../changes/changes.queries.ts'
import { RecordChangeEntity } from '../../../entities/changes.entity.ts'
import { LeadImportEntity, LeadEntity } from '../../../entities/leads.entity.ts'
import { MessageEntity } from '../../../entities/messages.entity.ts'
import { SampleRequestEntity } from '../../../entities/samples.entity.ts'
import { withMerged } from '../merged-leads.ts'
import { type LeadState, pipelineFields } from './lead-record.ts'

const leadTable = table(LeadEntity)
const lead = columns(LeadEntity)
const came = columns(LeadEntity, 'came')
const asking = columns(LeadEntity, 'asking')
const asked = columns(SampleRequestEntity, 'asked')
const brought = columns(LeadImportEntity, 'brought')
const change = columns(RecordChangeEntity)
const message = columns(MessageEntity)

const families = reader(Type.Object({ id: Type.String() }))

/** A lead and everything merged into it, directly or indirectly. @throws {ProblemError} 404 when it does not exist. */
export async function familyOf(em: EntityManager, id: string): Promise<string[]> {
  const found = await families(
    em,
    withMerged(sql`select ${lead.id} from ${leadTable} where ${lead.id} = ${id} and not ${lead.isSpam}`),
  )
  if (found.length === 0) throw notFound('lead')
  return found.map((row) => row.id)
}

/** The timeline of leads: changes by staff, and rows of other tables. Every part has the same columns. */
const entriesOf = (id: string, family: Fragment): readonly Fragment[] => [
  // A merge appears only on the merged lead's own timeline, because the other lead has its own entry.
  sql`select ${change.id}, ${change.recordId} as "leadId",
             case ${change.action} when 'update' then 'change' else ${change.action} end as kind, ${change.createdAt},
             jsonb_build_object('by', ${change.actor}, 'byId', ${change.actorId}, 'before', ${change.before}, 'after', ${change.after},
                                'text', ${change.after} -> 'text', 'mentions', ${change.after} -> 'mentions', 'recordId',
                                coalesce(${change.after} -> 'mergedFrom', ${change.before} -> 'mergedFrom')) as more
        from ${table(RecordChangeEntity)}
       where ${change.recordId} in (${family}) and (${change.recordId} = ${id} or ${change.after} -> 'mergedInto' is null)`,
  sql`select ${lead.id}, ${lead.id}, 'arrived', ${lead.createdAt}, jsonb_build_object('text', ${lead.source}, 'touches', ${lead.touches})
        from ${leadTable} where ${lead.id} in (${family}) and ${lead.importId} is null`,
  sql`select md5('imported ' || ${came.id})::uuid, ${came.id}, 'import', ${came.createdAt},
             jsonb_build_object('by', ${brought.staffName}, 'byId', ${brought.staff}, 'text', ${brought.fileName})
        from ${leadTable} as came left join ${table(LeadImportEntity)} as brought on ${brought.id} = ${came.importId}
       where ${came.id} in (${family}) and ${came.importId} is not null`,
  sql`select md5('synced ' || ${lead.id})::uuid, ${lead.id}, 'crm_synced', ${lead.crmSyncedAt}, '{}'
        from ${leadTable} where ${lead.id} in (${family}) and ${lead.crmSyncedAt} is not null`,
  sql`select md5(concat_ws(' ', 'failed', ${lead.id}, failure ->> 'at', place))::uuid, ${lead.id}, 'crm_failed',
             (failure ->> 'at')::timestamptz, jsonb_build_object('text', failure ->> 'reason')
        from ${leadTable}
       cross join lateral jsonb_array_elements(coalesce(${lead.crmFailures}, '[]')) with ordinality as failed (failure, place)
       where ${lead.id} in (${family})`,
  // Several leads of one person share their sample requests.
  sql`(select distinct on (${asked.id}) ${asked.id}, ${asking.id}, 'sample', ${asked.createdAt},
              jsonb_build_object('text', ${asked.sampleType}, 'recordId', ${asked.id})
         from ${leadTable} as asking
         join ${table(SampleRequestEntity)} as asked on lower(${asked.email}) = lower(${asking.email}) and not ${asked.isSpam}
        where ${asking.id} in (${family})
        order by ${asked.id}, ${asking.id})`,
  sql`select ${message.id}, ${message.lead}, 'mail_out', ${message.createdAt},
             jsonb_build_object('by', ${message.actor}, 'byId', ${message.actorAccount}, 'subject', ${message.subject},
                                'mailStatus', ${message.status},
                                'text', case when ${message.kind} = 'reply' then left(${message.content} #>> '{paragraphs,0}', 5000) end)
        from ${table(MessageEntity)} where ${message.lead} in (${family}) and ${message.kind} in ('reply', 'confirmation')`,
]

/** Fields of a lead, in the order in which an entry lists them. */
const shownFields = [...pipelineFields, 'mergedInto', 'isSpam'] satisfies (keyof LeadState)[]

const Values = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])
const Entry = Type.Object({
  ...Type.Omit(TimelineEntry, ['changes']).properties,
  // Null for rows from other tables.
  before: Values,
  after: Values,
})
const listed = checkedRows(Entry)

function entryOf({ before, after, ...entry }: Type.Static<typeof Entry>): TimelineEntry {
  if (!before || !after || entry.kind === 'note') return entry
  return { ...entry, changes: fieldChanges({ before, after }, shownFields) }
}

const keysOf = checkedRows(Key)
const totals = checkedRows(Type.Object({ total: Type.Integer() }))

/** One page of the timeline of a lead and of the leads merged into it, newest first. */
export async function listTimeline(
  em: EntityManager,
  id: string,
  { limit, cursor }: Input<'listLeadTimeline'>['query'],
): Promise<Page<TimelineEntry>> {
  const family = await familyOf(em, id)
  const entries = sql.join([...entriesOf(id, sql.join(family))], sql` union all `)
  const at = instantText(change.createdAt)
  const after = cursor
    ? [startsAfter(RecordChangeEntity, newestFirst, decode(cursor, newestFirst, RecordChangeEntity))]
    : []
  const found = await run(
    em,
    sql`with entries as materialized (${entries})
        select ${change.id} as id, "leadId", kind, ${at} as at, more ->> 'by' as by, more ->> 'byId' as "byId",
               more ->> 'text' as text, nullif(more -> 'mentions', 'null') as mentions,
               nullif(more -> 'before', 'null') as before, nullif(more -> 'after', 'null') as after,
               more ->> 'recordId' as "recordId", nullif(more -> 'touches', 'null') as touches, more ->> 'subject' as subject,
               more ->> 'mailStatus' as "mailStatus", ${change.id} as key_id, ${at} as key_at,
               (select count(*)::int from entries) as total
          from entries where ${all(after)} order by ${sortedBy(RecordChangeEntity, newestFirst)} limit ${limit + 1}`,
  )
  const rows = listed(found)
  const last = keysOf(found)[limit - 1]
  return {
    rows: rows.slice(0, limit).map(entryOf),
    // A page after the last entry is empty, so no row carries the total.
    total: totals(found)[0]?.total ?? 0,
    next: rows.length > limit && last ? encode(last) : undefined,
  }
}
