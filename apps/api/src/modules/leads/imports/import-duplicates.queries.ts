import type { EntityManager } from '@mikro-orm/postgresql'
import { LeadImportDuplicate } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { canBeRepeated, sameness, sharedTexts } from '../lead-repeats.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import type { NumberedRow } from './import-rows.ts'

const { tableName } = LeadEntity
const lead = columnsOf(LeadEntity)

const compared = ['email', 'phone', 'company', 'firstName', 'lastName'] as const
const reasons = ['email', 'phone', 'name'] as const

/** SQL for the rows as a table `one`, whose columns are named like those of leads. */
const given = `jsonb_to_recordset(?::jsonb) as one (place int, ${compared.map((name) => `${lead[name]} text`).join(', ')})`

const asJson = (rows: readonly NumberedRow[]) =>
  JSON.stringify(
    rows.map(({ row, lead: values }) => ({
      place: row,
      ...Object.fromEntries(compared.map((name) => [lead[name], values[name]])),
    })),
  )

/** SQL for the first reason that holds. */
const firstOf = (isTrue: (reason: (typeof reasons)[number]) => string) =>
  `case ${reasons.map((reason) => `when ${isTrue(reason)} then '${reason}'`).join(' ')} end`

const Repeated = Type.Pick(LeadImportDuplicate, ['row', 'reason'])
const storedRepeats = checkedRows(Type.Object({ ...Repeated.properties, leadId: Type.String() }))
const fileRepeats = checkedRows(Type.Object({ ...Repeated.properties, ofRow: Type.Integer() }))

/** Rows that one statement looks up. */
const rowsAtOnce = 500

/** Rows that repeat a lead. Each look-up has an index. */
async function repeatsOfLeads(em: EntityManager, rows: readonly NumberedRow[]) {
  const found = await em.execute(
    `select one.place as row, ${firstOf((reason) => `by_${reason}.id is not null`)} as reason,
            coalesce(${reasons.map((reason) => `by_${reason}.id`).join(', ')}) as "leadId"
       from ${given}
       ${reasons
         .map(
           (reason) => `left join lateral (select other.${lead.id} as id from ${tableName} as other
            where ${sameness[reason]('other', 'one')} and ${canBeRepeated('other')} limit 1) as by_${reason} on true`,
         )
         .join(' ')}
      where ${reasons.map((reason) => `by_${reason}.id is not null`).join(' or ')}`,
    [asJson(rows)],
  )
  return storedRepeats(found)
}

/** Rows that repeat an earlier one. */
async function repeatsOfRows(em: EntityManager, rows: readonly NumberedRow[]) {
  const first = (reason: (typeof reasons)[number]) => `first_${reason}`
  const found = await em.execute(
    `select place as row, ${firstOf((reason) => `${first(reason)} < place`)} as reason,
            least(${reasons.map(first).join(', ')}) as "ofRow"
       from (select one.place, ${reasons
         .map((reason) => {
           const text = sharedTexts[reason]('one')
           return `case when ${text} is not null then min(one.place) over (partition by ${text}) end as ${first(reason)}`
         })
         .join(', ')} from ${given}) as numbered
      where ${reasons.map((reason) => `${first(reason)} < place`).join(' or ')}`,
    [asJson(rows)],
  )
  return fileRepeats(found)
}

/** Rows that are probably those of a person whom a lead or an earlier row is about, by the rule that flags repeats in lists. */
export async function findDuplicates(
  em: EntityManager,
  rows: readonly NumberedRow[],
): Promise<Map<number, LeadImportDuplicate>> {
  const duplicates = new Map<number, LeadImportDuplicate>()
  if (rows.length === 0) return duplicates
  for (const repeat of await repeatsOfRows(em, rows)) duplicates.set(repeat.row, repeat)
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    for (const repeat of await repeatsOfLeads(em, rows.slice(start, start + rowsAtOnce))) {
      const ofRow = duplicates.get(repeat.row)
      const strongest = reasons.find((reason) => reason === repeat.reason || reason === ofRow?.reason)
      duplicates.set(repeat.row, { ...ofRow, ...repeat, reason: strongest ?? repeat.reason })
    }
  }
  return duplicates
}
