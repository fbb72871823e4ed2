import type { EntityManager } from '@mikro-orm/postgresql'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { isListed } from '../lead-counts.ts'
import { LeadEntity } from '../leads.entity.ts'
import { keysOfLead, kindOfKey, nameOfKey, touchColumns, touchSums } from './touch-counts.ts'
import { LeadTouchDayEntity, LeadTouchStateEntity } from './touch-counts.entity.ts'

const { tableName: leadTable } = LeadEntity
const { tableName: dayTable } = LeadTouchDayEntity
const { tableName: stateTable } = LeadTouchStateEntity
const lead = columnsOf(LeadEntity)
const day = columnsOf(LeadTouchDayEntity)
const state = columnsOf(LeadTouchStateEntity)

/** A lead is counted only after every transaction that was open when it arrived must have ended. */
const settleMinutes = 5
const recountAfterMinutes = 10

const states = checkedRows(Type.Object({ until: Type.String(), timeZone: Type.String() }))

/**
 * Adds the leads that have arrived since the last time to the counts of what brought them, unless that was done a moment ago or
 * another instance is doing it. What changes later is the trigger's part, so a million old leads are not read again.
 * @returns whether it counted
 */
export const recountTouches = (em: EntityManager, timeZone: string): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const [due] = states(
      await transaction.execute(
        `select ${state.countedUntil}::text as until, ${state.timeZone} as "timeZone" from ${stateTable}
          where ${state.countedUntil} < now() - make_interval(mins => ?) or ${state.timeZone} <> ?
            for update skip locked`,
        [settleMinutes + recountAfterMinutes, timeZone],
      ),
    )
    if (!due) return false
    // Other days: everything is counted anew.
    const isFresh = due.timeZone !== timeZone || due.until === '-infinity'
    if (isFresh) await transaction.execute(`delete from ${dayTable}`)
    await transaction.execute(
      `update ${stateTable} set ${state.countedUntil} = now() - make_interval(mins => ?), ${state.timeZone} = ?`,
      [settleMinutes, timeZone],
    )
    const columns = touchColumns.join(', ')
    await transaction.execute(
      `insert into ${dayTable} as counted (${day.kind}, ${day.day}, ${day.name}, ${columns})
       select ${kindOfKey}, (${lead.createdAt} at time zone ?)::date, ${nameOfKey}, ${touchSums.join(', ')}
         from ${leadTable} cross join lateral ${keysOfLead} as key
        where ${lead.createdAt} >= ?::timestamptz and ${lead.createdAt} < (select ${state.countedUntil} from ${stateTable})
          and ${isListed}
        group by 1, 2, 3
           on conflict (${day.kind}, ${day.day}, ${day.name})
           do update set ${touchColumns.map((column) => `${column} = counted.${column} + excluded.${column}`).join(', ')}`,
      [timeZone, isFresh ? '-infinity' : due.until],
    )
    return true
  })
