import type { EntityManager } from '@mikro-orm/postgresql'
import { LeadImportDuplicate } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { batchesOf } from '../../../db/many-rows.ts'
import { reader, columns, type Fragment, table } from '../../../db/sql.ts'
import { rowsAsOne, duplicateRules, sharedTexts } from '../lead-duplicates.ts'
import { workedLead } from '../merged-leads.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import type { NumberedRow } from './import-rows.ts'

const one = columns(LeadEntity, 'one')
const other = columns(LeadEntity, 'other')

/** Strongest first. */
const reasons = ['email', 'name', 'phone'] as const
type Reason = (typeof reasons)[number]

/** The rows as a table `one`, with their positions in the file. */
const given = (rows: readonly NumberedRow[]) => rowsAsOne(rows.map(({ row, lead }) => ({ ...lead, place: row })))

/** The value for the first matching rule. */
const ofFirst = (isTrue: (reason: Reason) => Fragment, found: (reason: Reason) => Fragment) => {
  const cases = reasons.map((reason) => sql`when ${isTrue(reason)} then ${found(reason)}`)
  return sql`case ${sql.join(cases, sql` `)} end`
}
const firstOf = (isTrue: (reason: Reason) => Fragment) => ofFirst(isTrue, (reason) => sql.lit(reason))

const anyOf = (isTrue: (reason: Reason) => Fragment) => sql.join(reasons.map(isTrue), sql` or `)

const Repeated = Type.Pick(LeadImportDuplicate, ['row', 'reason'])
const storedRepeats = reader(Type.Object({ ...Repeated.properties, leadId: Type.String() }))
const fileRepeats = reader(Type.Object({ ...Repeated.properties, ofRow: Type.Integer() }))

/** Rows that duplicate a lead. Each lookup uses an index. */
function duplicatesAmongLeads(em: EntityManager, rows: readonly NumberedRow[]) {
  const found = (reason: Reason) => sql.ref(`by_${reason}.id`)
  const isFound = (reason: Reason) => sql`${found(reason)} is not null`
  const lookUps = reasons.map(
    (reason) => sql`
      left join lateral (select ${workedLead(other)} as id from ${table(LeadEntity)} as other
        where ${duplicateRules[reason](other, one)} and not ${other.isSpam} limit 1) as ${sql.id(`by_${reason}`)} on true`,
  )
  return storedRepeats(
    em,
    sql`select one.place as row, ${firstOf(isFound)} as reason, coalesce(${sql.join(reasons.map(found))}) as "leadId"
          from ${given(rows)} ${sql.join(lookUps, sql` `)}
         where ${anyOf(isFound)}`,
  )
}

function duplicatesAmongRows(em: EntityManager, rows: readonly NumberedRow[]) {
  const first = (reason: Reason) => sql.id(`first_${reason}`)
  const isLater = (reason: Reason) => sql`${first(reason)} < place`
  const firstRows = reasons.map((reason) => {
    const text = sharedTexts[reason](one)
    return sql`case when ${text} is not null then min(one.place) over (partition by ${text}) end as ${first(reason)}`
  })
  return fileRepeats(
    em,
    sql`select place as row, ${firstOf(isLater)} as reason, ${ofFirst(isLater, first)} as "ofRow"
          from (select one.place, ${sql.join(firstRows)} from ${given(rows)}) as numbered
         where ${anyOf(isLater)}`,
  )
}

/** Rows that probably duplicate a lead or an earlier row, by the rules that flag duplicates in lists. */
export async function findDuplicates(em: EntityManager, rows: readonly NumberedRow[]) {
  const duplicates = new Map<number, LeadImportDuplicate>()
  if (rows.length === 0) return duplicates
  for (const repeat of await duplicatesAmongRows(em, rows)) duplicates.set(repeat.row, repeat)
  for (const batch of batchesOf(rows)) {
    for (const repeat of await duplicatesAmongLeads(em, batch)) {
      const ofRow = duplicates.get(repeat.row)
      const isWeaker = ofRow !== undefined && reasons.indexOf(ofRow.reason) < reasons.indexOf(repeat.reason)
      if (isWeaker) continue
      duplicates.set(repeat.row, { ...(ofRow?.reason === repeat.reason && ofRow), ...repeat })
    }
  }
  return duplicates
}
