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
  keyColumns,
  newestFirst,
  orderBy,
  type Page,
  valuesOf,
} from '../../../db/keyset-page.ts'
import { notFound } from '../../../errors.ts'
import { messageColumns as message } from '../../messages/message-columns.ts'
import { sampleRequestColumns as sample } from '../../samples/sample-request-columns.ts'
import { LeadImportEntity } from '../imports/lead-imports.entity.ts'
import { LeadEntity } from '../leads.entity.ts'
import { LeadEventEntity } from './lead-work.entity.ts'

const { tableName: leadTable } = LeadEntity
const lead = columnsOf(LeadEntity)
const event = columnsOf(LeadEventEntity)
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
  `select ${event.id} as id, ${event.lead} as lead_id, ${event.kind} as kind, ${event.createdAt} as created_at,
          ${event.data} || jsonb_build_object('by', ${event.actor}, 'byId', ${event.actorAccount}) as more
     from ${LeadEventEntity.tableName} where ${event.lead} in (${leads})`,
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

const listed = checkedRows(TimelineEntry)
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
  const after: Conditions = cursor
    ? [afterKey(LeadEventEntity, newestFirst, decode(cursor, newestFirst, LeadEventEntity))]
    : []
  const entries = `with entries as materialized (${parts.join(' union all ')})`
  const values = parts.flatMap(() => family)
  const found = await em.execute(
    `${entries}
     select id, lead_id as "leadId", kind, ${isoInstant('created_at')} as at, more ->> 'by' as by, more ->> 'byId' as "byId",
            more ->> 'text' as text, more -> 'mentions' as mentions, more -> 'changes' as changes,
            more ->> 'recordId' as "recordId", nullif(more -> 'touches', 'null') as touches, more ->> 'subject' as subject,
            more ->> 'mailStatus' as "mailStatus", ${keyColumns(LeadEventEntity, newestFirst)},
            (select count(*)::int from entries) as total
       from entries where ${joined(after)} order by ${orderBy(LeadEventEntity, newestFirst)} limit ?`,
    [...values, ...valuesOf(after), limit + 1],
  )
  const rows = listed(found)
  const last = keysOf(found)[limit - 1]
  return {
    rows: rows.slice(0, limit),
    // A page after the last entry has no row that says how many there are.
    total: totals(found)[0]?.total ?? 0,
    next: rows.length > limit && last ? encode(last) : undefined,
  }
}
