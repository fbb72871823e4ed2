import type { EntityManager } from '@mikro-orm/postgresql'
import { RelatedLead, RelatedRecords, RelatedSampleRequest } from '@app/contract'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { isoInstant } from '../../../db/iso-instant.ts'
import { sampleRequestColumns as sample } from '../../../entities/sample-request-columns.ts'
import { sameness } from '../lead-repeats.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import { familyOf } from './lead-timeline.queries.ts'

const { tableName } = LeadEntity
const lead = columnsOf(LeadEntity)

/** The newest of each kind. */
const maxRelated = 20

const sameCompany = (one: string, other: string) =>
  `${one}.${lead.company} is not null and lower(${one}.${lead.company}) = lower(${other}.${lead.company})`

/**
 * Of how many records that are alike the newest are found. The limit also keeps the planner from reading the whole table
 * from its newest record on, in the hope of twenty that are alike: for a lead without a company there is none.
 */
const maxCompared = 2_000

/** SQL for the ids of records that have something in common with `me`, each with what it is. */
const alike = (table: string, isAlike: Record<string, (one: string, other: string) => string>, isShown: string) =>
  Object.entries(isAlike)
    .map(
      ([reason, isSame]) =>
        `(select id, '${reason}' as reason
            from (select other.id, other.created_at from me join ${table} as other on ${isSame('other', 'me')}
                   where ${isShown} limit ${maxCompared}) as found
           order by created_at desc, id desc limit ${maxRelated})`,
    )
    .join(' union all ')

const members = (of: typeof lead | typeof sample) =>
  `found.${of.id} as id, found.${of.firstName} as "firstName", found.${of.lastName} as "lastName", found.${of.email} as email,
   found.${of.company} as company, ${isoInstant(`found.${of.createdAt}`)} as "createdAt"`

const leads = checkedRows(RelatedLead)
const sampleRequests = checkedRows(RelatedSampleRequest)

/** Records of the same person and company. @throws {ProblemError} 404 when no lead has this id. */
export async function listRelated(em: EntityManager, id: string): Promise<RelatedRecords> {
  const family = await familyOf(em, id)
  const merged = family.filter((one) => one !== id)
  const me = `me as (select * from ${tableName} where ${lead.id} = ?)`
  const isShown = `other.${lead.id} <> me.${lead.id} and not other.${lead.isSpam} and other.${lead.mergedInto} is null`
  const [foundLeads, foundRequests] = await Promise.all([
    em.execute(
      `with ${me}, alike as (
         ${alike(tableName, { ...sameness, company: sameCompany }, isShown)}
         union all select unnest(?::uuid[]), 'merged')
       select ${members(lead)}, found.${lead.status} as status, found.${lead.stage} as stage,
              found.${lead.ownerId} as "ownerId", array_agg(alike.reason order by alike.reason) as reasons
         from alike join ${tableName} as found on found.${lead.id} = alike.id
        group by found.${lead.id}
        order by bool_or(alike.reason = 'merged') desc, found.${lead.createdAt} desc, found.${lead.id} desc`,
      [id, `{${merged.slice(0, 400).join(',')}}`],
    ),
    em.execute(
      `with ${me}, alike as (
         ${alike('sample_request', { email: sameness.email, company: sameCompany }, `not other.${sample.isSpam}`)})
       select ${members(sample)}, found.${sample.sampleType} as "sampleType", found.${sample.processed} as processed,
              array_agg(alike.reason order by alike.reason) as reasons
         from alike join sample_request as found on found.${sample.id} = alike.id
        group by found.${sample.id}
        order by found.${sample.createdAt} desc, found.${sample.id} desc`,
      [id],
    ),
  ])
  return { leads: leads(foundLeads), sampleRequests: sampleRequests(foundRequests) }
}
