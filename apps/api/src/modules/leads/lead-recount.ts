import type { EntityManager } from '@mikro-orm/postgresql'
import { columnsOf } from '../../db/columns.ts'
import { LeadCountDayEntity, LeadCountEntity, LeadCountStateEntity } from './lead-counts.entity.ts'
import { isListed } from './lead-counts.ts'
import { measureColumns, measuresOfAll } from './lead-measures.ts'
import { LeadEntity } from './leads.entity.ts'

const { tableName: leadTable } = LeadEntity
const { tableName: countTable } = LeadCountEntity
const { tableName: dayTable } = LeadCountDayEntity
const { tableName: stateTable } = LeadCountStateEntity
const lead = columnsOf(LeadEntity)
const count = columnsOf(LeadCountEntity)
const day = columnsOf(LeadCountDayEntity)
const state = columnsOf(LeadCountStateEntity)

/** A lead is aggregated only after every transaction that was open when it arrived must have ended. */
const settleMinutes = 5
const recountAfterMinutes = 10

/**
 * Rebuilds the pre-aggregated counts, unless that was done a moment ago or another instance is doing it.
 * @returns whether it rebuilt them
 */
export const recountLeads = (em: EntityManager, timeZone: string): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const due = await transaction.execute(
      `select 1 from ${stateTable}
        where ${state.countedUntil} < now() - make_interval(mins => ?) or ${state.timeZone} <> ?
          for update skip locked`,
      [settleMinutes + recountAfterMinutes, timeZone],
    )
    if (due.length === 0) return false
    await transaction.execute(
      `update ${stateTable} set ${state.countedUntil} = now() - make_interval(mins => ?), ${state.timeZone} = ?`,
      [settleMinutes, timeZone],
    )
    await rebuildTraits(transaction)
    await rebuildDays(transaction, timeZone)
    return true
  })

const settled = `${lead.createdAt} < (select ${state.countedUntil} from ${stateTable}) and ${isListed}`
const measures = measureColumns.join(', ')

async function rebuildTraits(transaction: EntityManager): Promise<void> {
  await transaction.execute(`delete from ${countTable}`)
  await transaction.execute(
    `insert into ${countTable} (${count.status}, ${count.industry}, ${count.volume}, ${count.source}, ${measures})
     select ${lead.status}, coalesce(${lead.industry}, ''), coalesce(${lead.volume}, ''), ${lead.source},
            ${measuresOfAll.join(', ')}
       from ${leadTable} where ${settled}
      group by 1, 2, 3, 4`,
  )
}

const measuresOf = (table: string) => measureColumns.map((column) => `${table}.${column}`).join(', ')

/** Most days are over and do not change any more, so only the rows that differ are written. */
async function rebuildDays(transaction: EntityManager, timeZone: string): Promise<void> {
  const key = [day.day, day.source, day.status, day.volume]
  const keyOf = (table: string) => `(${key.map((column) => `${table}.${column}`).join(', ')})`
  await transaction.execute(
    `with fresh as materialized (
       select (${lead.createdAt} at time zone ?)::date as ${day.day}, ${lead.source} as ${day.source},
              ${lead.status} as ${day.status}, coalesce(${lead.volume}, '') as ${day.volume}, ${measuresOfAll.join(', ')}
         from ${leadTable} where ${settled}
        group by 1, 2, 3, 4),
     gone as (
       delete from ${dayTable} as counted where not exists (select from fresh where ${keyOf('fresh')} = ${keyOf('counted')}))
     insert into ${dayTable} as counted (${key.join(', ')}, ${measures})
     select ${key.join(', ')}, ${measures} from fresh
         on conflict (${key.join(', ')}) do update set (${measures}) = row(${measuresOf('excluded')})
      where row(${measuresOf('counted')}) <> row(${measuresOf('excluded')})`,
    [timeZone],
  )
}
