import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, columnName, columns, type Fragment, readable, table, instantText } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { Field, RecordType, Shape } from './record-type.ts'

/** A record with its row locked until the transaction ends. */
export interface Stored<State extends object> {
  id: string
  version: number
  state: State
}

/** The fields of a record type, each with its entity property. Undefined for a transient field. */
export const fieldsOf = ({ fields }: Shape) =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    property: field.isTransient ? undefined : (field.property ?? name),
  }))

function valueSql({ entity }: Shape, { read }: Field, property: string | undefined): Fragment {
  if (property === undefined) return sql`null`
  return read?.(sql.ref(columnName(entity, property))) ?? readable(entity, property)
}

interface Versioned {
  id: unknown
  version: unknown
}

const found = reader(
  Type.Object({ id: Type.String(), version: Type.Integer(), state: Type.Record(Type.String(), Type.Unknown()) }),
)

/**
 * Locks the records with these ids, or all records if ids are omitted. Rows are locked in the order of their ids
 * everywhere, so that two writers never deadlock.
 */
export async function lockRecords<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, Stored<State>>> {
  const members = fieldsOf(type).map(
    ({ name, field, property }) => sql`${sql.lit(name)}, ${valueSql(type, field, property)}`,
  )
  const { id, version } = columns<Versioned>(type.entity)
  const rows = await found(
    transaction,
    sql`
    select ${id} as id, ${version} as version, jsonb_build_object(${sql.join(members)}) as state
      from ${table(type.entity)}
     where ${ids ? sql`${id} = any(${sql.val(`{${ids.join()}}`)}::uuid[])` : sql`true`}
     order by ${id} for update`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each value is read from the column of its field.
  return new Map(rows.map((row) => [row.id, row as Stored<State>]))
}

const times = reader(Type.Object({ at: Type.String() }))

/** The database's time as ISO text. A transaction may have begun long before it acquired its locks. */
export async function currentTime(transaction: EntityManager): Promise<string> {
  return onlyRow(await times(transaction, sql`select ${instantText(sql`clock_timestamp()`)} as at`)).at
}
