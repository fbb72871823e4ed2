import type { EntityManager } from '@mikro-orm/postgresql'
import { type Input, TimelineEntry } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { isoInstant } from '../../../db/iso-instant.ts'
import {
  afterKey,
  type Conditions,
  decode,
  encode,
  joined,
  Key,
  newestFirst,
  orderBy,
  type Page,
  valuesOf,
} from '../../../db/keyset-page.ts'
import { notFound } from '../../../errors/errors.ts'
import { fieldChanges } from '../../changes/field-changes.ts'
import { changeColumns as change, changeTable } from '../../../entities/change-columns.ts'
import { messageColumns as message } from '../../../entities/message-columns.ts'
import { sampleRequestColumns as sample } from '../../../entities/sample-request-columns.ts'
import { LeadImportEntity } from '../../../entities/lead-imports.entity.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import { type LeadState, pipelineFields } from './lead-record.ts'

const { tableName: leadTable } = LeadEntity
const lead = columnsOf(LeadEntity)
const brought = columnsOf(LeadImportEntity)

const families = checkedRows(Type.Object({ id: Type.String() }))

/** A lead and everything that was merged into it, also by way of others. @throws {ProblemError} 404 when it is not there. */
export async function familyOf(em: EntityManager, id: string): Promise<string[]> {
  const found = await em.execute(
    `with recursive family as (
       select ${lead.id} as id from ${leadTable} where ${lead.id} = ? and not ${lead.isSpam}
       union
       select merged.${lead.id} from family join ${leadTable} as merged on merged.${lead.mergedInto} = family.id)
     select id from family`,
    [id],
  )
  const family = families(found).map((row) => row.id)
  if (family.length === 0) throw notFound('lead')
  return family
}

/** SQL of the timeline of leads `in (?)`: what staff did, and what other tables know. Every part names the same columns. */
const entriesOf = (leads: string): readonly string[] => [
  // A lead that was merged into another says so on its own timeline alone: the other one's has an entry for it already.
  `select ${change.id} as id, ${change.recordId} as lead_id,
          case ${change.action} when 'update' then 'change' else ${change.action} end as kind, ${change.createdAt} as created_at,
          jsonb_build_object('by', ${change.actor}, 'byId', ${change.actorId}, 'before', ${change.before}, 'after', ${change.after},
                             'text', ${change.after} -> 'text', 'mentions', ${change.after} -> 'mentions', 'recordId',
                             coalesce(${change.after} -> 'mergedFrom', ${change.before} -> 'mergedFrom')) as more
     from ${changeTable}
    where ${change.recordId} in (${leads}) and (${change.recordId} = ? or ${change.after} -> 'mergedInto' is null)`,
  `select ${lead.id}, ${lead.id}, 'arrived', ${lead.createdAt}, jsonb_build_object('text', ${lead.source}, 'touches', ${lead.touches})
     from ${leadTable} where ${lead.id} in (${leads}) and ${lead.importId} is null`,
  `select md5('imported ' || came.${lead.id})::uuid, came.${lead.id}, 'import', came.${lead.createdAt},
          jsonb_build_object('by', brought.${brought.staffName}, 'byId', brought.${brought.staff}, 'text', brought.${brought.fileName})
     from ${leadTable} as came left join ${LeadImportEntity.tableName} as brought on brought.${brought.id} = came.${lead.importId}
    where came.${lead.id} in (${leads}) and came.${lead.importId} is not null`,
  `select md5('synced ' || ${lead.id})::uuid, ${lead.id}, 'crm_synced', ${lead.crmSyncedAt}, '{}'
     from ${leadTable} where ${lead.id} in (${leads}) and ${lead.crmSyncedAt} is not null`,
  `select md5(concat_ws(' ', 'failed', ${lead.id}, failure ->> 'at', place))::uuid, ${lead.id}, 'crm_failed',
          (failure ->> 'at')::timestamptz, jsonb_build_object('text', failure ->> 'reason')
     from ${leadTable}
    cross join lateral jsonb_array_elements(coalesce(${lead.crmFailures}, '[]')) with ordinality as failed (failure, place)
    where ${lead.id} in (${leads})`,
  // Several leads of one person share their sample requests.
  `(select distinct on (asked.${sample.id}) asked.${sample.id}, asking.${lead.id}, 'sample', asked.${sample.createdAt},
           jsonb_build_object('text', asked.${sample.sampleType}, 'recordId', asked.${sample.id})
      from ${leadTable} as asking
      join sample_request as asked on lower(asked.${sample.email}) = lower(asking.${lead.email}) and not asked.${sample.isSpam}
     where asking.${lead.id} in (${leads})
     order by asked.${sample.id}, asking.${lead.id})`,
  `select ${message.id}, ${message.lead}, 'mail_out', ${message.createdAt},
          jsonb_build_object('by', ${message.actor}, 'byId', ${message.actorAccount}, 'subject', ${message.subject},
                             'mailStatus', ${message.status},
                             'text', case when ${message.kind} = 'reply' then left(${message.content} #>> '{paragraphs,0}', 5000) end)
     from message where ${message.lead} in (${leads}) and ${message.kind} in ('reply', 'confirmation')`,
]

/** Fields of a lead in the order in which an entry lists them. */
const shownFields = [...pipelineFields, 'mergedInto', 'isSpam'] satisfies (keyof LeadState)[]

const Values = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])
const Entry = Type.Object({
  ...Type.Omit(TimelineEntry, ['changes']).properties,
  // Null for what other tables know.
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

/** One page of what happened to a lead and to those that were merged into it, newest first. */
export async function listTimeline(
  em: EntityManager,
  id: string,
  { limit, cursor }: Input<'listLeadTimeline'>['query'],
): Promise<Page<TimelineEntry>> {
  const family = await familyOf(em, id)
  const parts = entriesOf(family.map(() => '?').join(', '))
  const after: Conditions = cursor ? [afterKey(LeadEntity, newestFirst, decode(cursor, newestFirst, LeadEntity))] : []
  const entries = `with entries as materialized (${parts.join(' union all ')})`
  const values = parts.flatMap((_part, place) => (place === 0 ? [...family, id] : family))
  const found = await em.execute(
    `${entries}
     select id, lead_id as "leadId", kind, ${isoInstant('created_at')} as at, more ->> 'by' as by, more ->> 'byId' as "byId",
            more ->> 'text' as text, nullif(more -> 'mentions', 'null') as mentions, nullif(more -> 'before', 'null') as before, nullif(more -> 'after', 'null') as after,
            more ->> 'recordId' as "recordId", nullif(more -> 'touches', 'null') as touches, more ->> 'subject' as subject,
            more ->> 'mailStatus' as "mailStatus", id as key_id, ${isoInstant('created_at')} as key_at,
            (select count(*)::int from entries) as total
       from entries where ${joined(after)} order by ${orderBy(LeadEntity, newestFirst)} limit ?`,
    [...values, ...valuesOf(after), limit + 1],
  )
  const rows = listed(found)
  const last = keysOf(found)[limit - 1]
  return {
    rows: rows.slice(0, limit).map(entryOf),
    // A page after the last entry has no row that says how many there are.
    total: totals(found)[0]?.total ?? 0,
    next: rows.length > limit && last ? encode(last) : undefined,
  }
}
