import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { columnsOf, readableColumn } from '../../db/columns.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type EntityManager, tables } from '../database.ts'
import type { AnyField, ConvertedField, RecordType, Shape } from './record-type.ts'

/** A record with its row locked until the transaction ends. */
export interface Stored<State extends object> {
  id: string
  version: number
  state: State
}

const isConverted = (field: AnyField): field is ConvertedField<never> => 'property' in field

const isTransient = (field: AnyField): boolean => 'isTransient' in field

/** The entity's property for a field. Undefined for a transient field. */
export function propertyOf(name: string, field: AnyField): string | undefined {
  if (isTransient(field)) return undefined
  return isConverted(field) ? field.property : name
}

/** The stored value of a field. */
export const columnValue = (field: AnyField, value: unknown): unknown =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The value comes from the state, which has the field's type.
  isConverted(field) ? field.write(value as never) : value

export const fieldsOf = ({ fields }: Shape) => Object.entries(fields).map(([name, field]) => ({ name, field }))

/** SQL for a field's value. */
function valueSql({ entity }: Shape, name: string, field: AnyField): string {
  if (isTransient(field)) return 'null'
  if (!isConverted(field)) return readableColumn(entity, name)
  const columns: Readonly<Record<string, string>> = columnsOf(entity)
  return field.read(columns[field.property] ?? field.property)
}

const found = checkedRows(
  Type.Object({ id: Type.String(), version: Type.Integer(), state: Type.Record(Type.String(), Type.Unknown()) }),
)

/**
 * Locks records, all of them unless ids are given. Rows are locked in the order of their ids everywhere, so that two writers
 * never deadlock.
 */
export async function lockRecords<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, Stored<State>>> {
  const members = fieldsOf(type).map(
    ({ name, field }) => sql`${sql.lit(name)}, ${sql.raw(valueSql(type, name, field))}`,
  )
  const { rows } = await sql`
    select id, version, jsonb_build_object(${sql.join(members)}) as state
      from ${sql.table(type.entity.tableName)}
     where ${ids ? sql`id = any(${sql.val(`{${ids.join()}}`)}::uuid[])` : sql`true`}
     order by id for update`.execute(tables(transaction))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each value is read from the column of its field.
  return new Map(found(rows).map((row) => [row.id, row as Stored<State>]))
}

const times = checkedRows(Type.Object({ at: Type.String() }))

/** The database's time as ISO text. A transaction may have begun long before it got its locks. */
export async function currentTime(transaction: EntityManager): Promise<string> {
  const { rows } = await sql`select ${sql.raw(isoInstant('clock_timestamp()'))} as at`.execute(tables(transaction))
  return onlyRow(times(rows)).at
}
