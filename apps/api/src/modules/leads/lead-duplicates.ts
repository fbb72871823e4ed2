import type { EntityManager } from '@mikro-orm/postgresql'
import { type Lead, type LeadDetail, DuplicateBy } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { phoneKey } from '../../db/folded-text.ts'
import { prepared, reader, columnName, columns, type Fragment, table } from '../../db/sql.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { workedLead } from './merged-leads.ts'

const compared = ['email', 'phone', 'company', 'firstName', 'lastName'] as const

type Compared = Pick<LeadDetail, 'id' | (typeof compared)[number]>

/** The compared fields as columns, of leads or of another table that has them. */
export type ComparedColumns = Readonly<Record<keyof Compared, Fragment>>

/** A shorter number is an extension or a typo. */
const phoneDigits = sql.lit(7)
const fullName = (of: ComparedColumns) => sql`lower(${of.firstName} || ' ' || ${of.lastName})`

/** The rules by which two leads probably belong to the same person. Each has an index. */
export const duplicateRules = {
  email: (one, other) => sql`lower(${one.email}) = lower(${other.email})`,
  phone: (one, other) =>
    sql`${one.phone} is not null and ${phoneKey(one.phone)} = ${phoneKey(other.phone)}
        and length(${phoneKey(other.phone)}) >= ${phoneDigits}`,
  name: (one, other) =>
    sql`${one.company} is not null and lower(${one.company}) = lower(${other.company})
        and ${fullName(one)} = ${fullName(other)}`,
} satisfies Record<NonNullable<Lead['duplicateBy']>[number], (one: ComparedColumns, other: ComparedColumns) => Fragment>

/**
 * `duplicateRules` as comparable texts, for rows without an index, such as rows of a file: rows with equal texts are
 * duplicates. Null when a row has no value.
 */
export const sharedTexts = {
  email: (of) => sql`lower(${of.email})`,
  phone: (of) => sql`case when length(${phoneKey(of.phone)}) >= ${phoneDigits} then ${phoneKey(of.phone)} end`,
  name: (of) => sql`lower(${of.company}) || chr(10) || ${fullName(of)}`,
} satisfies Record<keyof typeof duplicateRules, (of: ComparedColumns) => Fragment>

const one = columns(LeadEntity, 'one')
const other = columns(LeadEntity, 'other')

const reasons = Object.entries(duplicateRules).map(
  ([reason, isSame]) =>
    sql`case when exists (select from ${table(LeadEntity)} as other
                           where ${isSame(other, one)} and not ${other.isSpam} and ${workedLead(other)} <> ${one.id})
             then ${sql.lit(reason)} end`,
)
const shared = prepared(sql`${one.id} as id, array_remove(array[${sql.join(reasons)}], null) as "duplicateBy"`)
const repeated = reader(Type.Object({ id: Type.String(), duplicateBy: DuplicateBy }))

const cells = compared.map((name) => ({ name, column: columnName(LeadEntity, name) }))
const members = prepared(sql`id uuid, place int, ${sql.join(cells.map(({ column }) => sql`${sql.ref(column)} text`))}`)

/**
 * Rows as a table `one`, whose columns are named like those of leads. Takes a single parameter for any number of rows.
 */
export function rowsAsOne(rows: readonly (Partial<Compared> & { place?: number })[]): Fragment {
  const json = rows.map((row) => ({
    id: row.id,
    place: row.place,
    ...Object.fromEntries(cells.map(({ name, column }) => [column, row[name]])),
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(json)}::jsonb) as one (${members})`
}

/** Finds which of these leads have duplicates, ignoring spam. */
export async function withDuplicates<Row extends Compared>(em: EntityManager, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const known = await repeated(em, sql`select ${shared} from ${rowsAsOne(rows)}`)
  const duplicateBy = new Map(known.map((row) => [row.id, row.duplicateBy]))
  return rows.map((row) => {
    const found = duplicateBy.get(row.id) ?? []
    return found.length > 0 ? { ...row, duplicateBy: found } : row
  })
}
