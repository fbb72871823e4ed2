import type { EntityManager } from '@mikro-orm/postgresql'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { type Conditions, joined, valuesOf } from '../../../db/keyset-page.ts'
import { LeadEntity } from '../leads.entity.ts'
import { LeadTouchDayEntity, LeadTouchStateEntity } from './touch-counts.entity.ts'

const { tableName: leadTable } = LeadEntity
const { tableName: dayTable } = LeadTouchDayEntity
const { tableName: stateTable } = LeadTouchStateEntity
const lead = columnsOf(LeadEntity)
const day = columnsOf(LeadTouchDayEntity)
const state = columnsOf(LeadTouchStateEntity)

/** SQL for a lead that is won, by staff or by the CRM, which knows better when it says that the deal is lost. */
export const isWon = `(${lead.status} = 'won' or ${lead.stage} = 'won') and ${lead.status} <> 'lost'`

/** SQL of what a lead adds to each column of the counts. The trigger of the migration adds the same. */
const ofALead = {
  leads: '1',
  won: `case when ${isWon} then 1 else 0 end`,
  wonValued: `case when ${isWon} and ${lead.wonCents} is not null then 1 else 0 end`,
  wonCents: `case when ${isWon} then coalesce(${lead.wonCents}, 0) else 0 end`,
} satisfies Partial<Record<keyof typeof day, string>>

type Measure = keyof typeof ofALead

const measures = ['leads', 'won', 'wonValued', 'wonCents'] as const satisfies readonly Measure[]

export const touchColumns: readonly string[] = measures.map((name) => day[name])
export const touchSums: readonly string[] = measures.map((name) => `sum(${ofALead[name]})`)

/** SQL of a lead's keys, of each key's kind and of its name. */
export const keysOfLead = `unnest(coalesce(${lead.touchKeys}, array['unknown']))`
export const kindOfKey = "split_part(key, '=', 1)"
export const nameOfKey = `substr(key, length(${kindOfKey}) + 2)`

const instants = checkedRows(Type.Object({ until: Type.String() }))

/** Leads that arrived before this instant are counted. As with the other counts, it is -infinity for another time zone. */
async function countedUntil(em: EntityManager, timeZone: string): Promise<string> {
  const found = await em.execute(
    `select case when ${state.timeZone} = ? then ${state.countedUntil} else '-infinity' end::text as until
       from ${stateTable}`,
    [timeZone],
  )
  return instants(found)[0]?.until ?? '-infinity'
}

/** What is counted: some kinds or one key of them, and the days, as conditions on the counts and as those on the arrival. */
export interface Counted {
  kinds: readonly string[]
  name?: string | undefined
  days: Conditions
  instants: Conditions
}

/** SQL for counts by kind and name: the pre-aggregated ones, and those of the leads that have arrived since. */
export async function touchCounts(
  em: EntityManager,
  { kinds, name, days, instants: range }: Counted,
  isListed: string,
  timeZone: string,
): Promise<[sql: string, values: unknown[]]> {
  const until = await countedUntil(em, timeZone)
  const places = kinds.map(() => '?').join(', ')
  const [named, names] = name === undefined ? ['true', []] : ['name = ?', [name]]
  return [
    `(select kind, name, ${touchColumns.join(', ')}
        from (select ${day.kind} as kind, ${day.name} as name, ${touchColumns.join(', ')}
                from ${dayTable}
               where ?::timestamptz > '-infinity' and ${day.kind} in (${places}) and ${joined(days)}) as counted
       where ${named}
      union all
      select kind, name, ${touchColumns.join(', ')}
        from (select ${kindOfKey} as kind, ${nameOfKey} as name, ${measures.map((one) => `${ofALead[one]} as ${day[one]}`).join(', ')}
                from ${leadTable} cross join lateral ${keysOfLead} as key
               where ${lead.createdAt} >= ?::timestamptz and ${isListed} and ${joined(range)}) as arrived
       where kind in (${places}) and ${named})`,
    [until, ...kinds, ...valuesOf(days), ...names, until, ...valuesOf(range), ...kinds, ...names],
  ]
}
