import { sql } from 'kysely'
import { all, type Where } from '../../db/keyset-page.ts'
import { columns, type Fragment, table } from '../../db/sql.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'

const lead = columns(LeadEntity, LeadEntity.tableName)
const merged = columns(LeadEntity, 'merged')
const next = columns(LeadEntity, 'next')
// A lookup by id: the planner could execute a join on all leads.
const intoNext = sql`(select ${next.mergedInto} from ${table(LeadEntity)} as next where ${next.id} = kept.id)`

/**
 * The id of the lead that staff work on: the lead itself, or the one that it was merged into, directly or indirectly.
 */
export const workedLead = (one: Readonly<Record<'id' | 'mergedInto', Fragment>>): Fragment =>
  sql`case when ${one.mergedInto} is null then ${one.id} else (
        with recursive kept (id) as (
          select ${one.mergedInto}
          union
          select ${intoNext} from kept where kept.id is not null)
        select kept.id from kept where kept.id is not null and ${intoNext} is null) end`

/** Finds the ids of leads and of everything merged into them, directly or indirectly. */
export const withMerged = (ids: Fragment): Fragment =>
  sql`(with recursive family (id) as (
         ${ids}
         union
         select ${merged.id} from family join ${table(LeadEntity)} as merged on ${merged.mergedInto} = family.id)
       select family.id from family)`

/**
 * A search that also finds leads by the text of leads merged into them. The ids are looked up once, so that each side
 * of the `or` can use an index.
 */
export const alsoMerged = (search: Where): Where =>
  search.length === 0
    ? search
    : [
        sql`(${all(search)} or ${lead.id} = any(array(
              select ${workedLead(merged)} from ${table(LeadEntity)} as merged
               where ${merged.mergedInto} is not null and ${all(search)})))`,
      ]
