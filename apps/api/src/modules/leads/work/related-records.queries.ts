import type { EntityManager } from '@mikro-orm/postgresql'
import { RelatedLead, RelatedRecords, RelatedSampleRequest } from '@app/contract'
import { sql } from 'kysely'
import { prepared, reader, columns, type Fragment, table, instantText } from '../../../db/sql.ts'
import { type ComparedColumns, duplicateRules } from '../lead-duplicates.ts'
import { workedLead } from '../merged-leads.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../../entities/samples.entity.ts'
import { familyOf } from './lead-timeline.queries.ts'

const me = columns(LeadEntity, 'me')
const lead = { other: columns(LeadEntity, 'other'), found: columns(LeadEntity, 'found') }
const sample = { other: columns(SampleRequestEntity, 'other'), found: columns(SampleRequestEntity, 'found') }

/** The newest records shown per kind. */
const maxRelated = sql.lit(20)

/**
 * Maximum number of matching records to sort by age. The limit also keeps the planner from scanning the whole table,
 * newest first, in search of twenty matches, which a lead without a company never has.
 */
const maxCompared = sql.lit(2_000)

type Compare = (one: ComparedColumns, other: ComparedColumns) => Fragment

const company: Compare = (one, other) =>
  sql`${one.company} is not null and lower(${one.company}) = lower(${other.company})`

type Shown = ComparedColumns & Readonly<Record<'createdAt' | 'isSpam', Fragment>>
type Aliases = Readonly<Record<'other' | 'found', Shown>>

/** The ids of records that share a value with `me` outside of its family, each with the rule that matched. */
const alike = (
  records: Fragment,
  isAlike: Readonly<Record<string, Compare>>,
  { other, found }: Aliases,
  id: Fragment,
) =>
  sql.join(
    Object.entries(isAlike).map(
      ([reason, isSame]) =>
        sql`(select ${id} as id, ${sql.lit(reason)} as reason
               from (select other.* from me join ${records} as other on ${isSame(other, me)}
                      where not ${other.isSpam} and ${other.id} not in (select family.id from family)
                      limit ${maxCompared}) as found
              order by ${found.createdAt} desc, ${found.id} desc limit ${maxRelated})`,
    ),
    sql` union all `,
  )

const members = (found: Shown) =>
  sql`${found.id} as id, ${found.firstName} as "firstName", ${found.lastName} as "lastName", ${found.email} as email,
      ${found.company} as company, ${instantText(found.createdAt)} as "createdAt",
      array_agg(alike.reason order by alike.reason) as reasons`

const alikeLeads = prepared(alike(table(LeadEntity), { ...duplicateRules, company }, lead, workedLead(lead.found)))
const relatedLeads = prepared(
  sql`select ${members(lead.found)}, ${lead.found.status} as status, ${lead.found.stage} as stage,
             ${lead.found.ownerId} as "ownerId"
        from alike join ${table(LeadEntity)} as found on ${lead.found.id} = alike.id
       group by ${lead.found.id}
       order by bool_or(alike.reason = 'merged') desc, ${lead.found.createdAt} desc, ${lead.found.id} desc`,
)
const relatedSamples = prepared(
  sql`alike as (
        ${alike(table(SampleRequestEntity), { email: duplicateRules.email, company }, sample, sample.found.id)})
      select ${members(sample.found)}, ${sample.found.sampleType} as "sampleType", ${sample.found.processed} as processed
        from alike join ${table(SampleRequestEntity)} as found on ${sample.found.id} = alike.id
       group by ${sample.found.id}
       order by ${sample.found.createdAt} desc, ${sample.found.id} desc`,
)

const leads = reader(RelatedLead)
const sampleRequests = reader(RelatedSampleRequest)

/** Records of the same person and company. @throws {ProblemError} 404 when no lead has this id. */
export async function listRelated(em: EntityManager, id: string): Promise<RelatedRecords> {
  const family = await familyOf(em, id)
  const mine = sql`me as (select * from ${table(LeadEntity)} where ${columns(LeadEntity).id} = ${id}),
    family as (select unnest(${family}::uuid[]) as id)`
  const [foundLeads, foundRequests] = await Promise.all([
    leads(
      em,
      sql`with ${mine}, alike as (${alikeLeads} union all (select family.id, 'merged' from family where family.id <> ${id} limit 400))
          ${relatedLeads}`,
    ),
    sampleRequests(em, sql`with ${mine}, ${relatedSamples}`),
  ])
  return { leads: foundLeads, sampleRequests: foundRequests }
}
