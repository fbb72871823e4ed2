import {
  BigIntType,
  DateTimeType,
  DecimalType,
  type EntitySchemaWithMeta,
  type InferKyselyTable,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql'
import type { Insertable, Selectable } from 'kysely'
import type { Static, TObject } from 'typebox'
import { checkedRows } from './checked-rows.ts'
import { isoInstant } from './iso-instant.ts'

/** A row of an entity's table, keyed by property, with the types and nulls that the entity declares. */
export type RowOf<Entity extends EntitySchemaWithMeta> = Selectable<
  InferKyselyTable<Entity, { columnNamingStrategy: 'property' }>
>

/** A value as JSON has it: instants are ISO text. */
type Json<Value> = Value extends Date ? string : Value

/** A row of an entity's table as JSON, keyed by property. */
export type JsonRowOf<Entity extends EntitySchemaWithMeta> = {
  [Name in keyof RowOf<Entity>]: Json<RowOf<Entity>[Name]>
}

/** A row to insert, keyed by property. What the database fills in by itself may be left out. */
export type NewRowOf<Entity extends EntitySchemaWithMeta> = Insertable<
  InferKyselyTable<Entity, { columnNamingStrategy: 'property' }>
>

const naming = new UnderscoreNamingStrategy()

function columnOf(name: string, options: unknown): string {
  const isRelation = typeof options === 'object' && options !== null && 'joinColumn' in options
  return isRelation ? String(options.joinColumn) : naming.propertyToColumnName(name)
}

const known = new WeakMap<object, Record<string, string>>()

function computedColumns(properties: object): Record<string, string> {
  const columns = Object.fromEntries(
    Object.entries(properties).map(([name, options]) => [name, columnOf(name, options)]),
  )
  known.set(properties, columns)
  return columns
}

/** The columns of an entity by its properties. SQL that takes its columns from here does not compile after a rename. */
export const columnsOf = <Properties extends object>({
  properties,
}: {
  properties: Properties
}): Record<keyof Properties & string, string> => known.get(properties) ?? computedColumns(properties)

/** SQL for a value in a form that every driver and JSON agree on: instants as ISO text, exact numbers as doubles. */
function readable(column: string, options: unknown): string {
  const type: unknown = typeof options === 'object' && options !== null && 'type' in options ? options.type : undefined
  if (type === DateTimeType) return isoInstant(column)
  return type instanceof BigIntType || type instanceof DecimalType ? `${column}::float8` : column
}

type Fits<Stored, Shown> = [NonNullable<Shown>] extends [Json<NonNullable<Stored>>]
  ? null extends Stored
    ? null extends Shown
      ? true
      : undefined extends Shown
        ? true
        : false
    : true
  : false

/** Members that no property answers as it is: one has another type, or can be null where the schema knows no null. */
type Unanswered<Row, Shown> = {
  [Name in keyof Shown]-?: Name extends keyof Row ? (Fits<Row[Name], Shown[Name]> extends true ? never : Name) : Name
}[keyof Shown]

/** SQL for members that no property answers, and for others where it differs from the property's own. */
type Expressions<Row, Shown> = Record<Unanswered<Row, Shown>, string> & Partial<Record<keyof Shown, string>>

type MaybeExpressions<Row, Shown> = [Unanswered<Row, Shown>] extends [never]
  ? [expressions?: Expressions<Row, Shown>]
  : [expressions: Expressions<Row, Shown>]

/** The list of a SELECT, and the check of the rows that come of it. */
export interface Selection<Row> {
  sql: string
  rows: (found: unknown) => Row[]
}

/**
 * Selects the members of a schema, each from the property of its name or from the given SQL. A member that the entity
 * does not have, or that can be null where the schema knows no null, does not compile without its SQL.
 */
export function selection<Entity extends EntitySchemaWithMeta, Schema extends TObject>(
  { properties }: Entity,
  schema: Schema,
  ...[expressions]: MaybeExpressions<RowOf<Entity>, Static<Schema>>
): Selection<Static<Schema>> {
  const given: Record<string, string | undefined> = { ...expressions }
  const sql = Object.keys(schema.properties).map((name) => {
    const options: unknown = properties[name]
    return `${given[name] ?? readable(columnOf(name, options), options)} as "${name}"`
  })
  return { sql: sql.join(', '), rows: checkedRows(schema) }
}
