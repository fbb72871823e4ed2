import {
  type EntityManager,
  BigIntType,
  DateTimeType,
  DecimalType,
  type EntitySchemaWithMeta,
  type InferKyselyTable,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  type Insertable,
  type Selectable,
} from 'kysely'
import type { Pool } from 'pg'
import type { Static, TObject, TRecord } from 'typebox'
import { checkedRows } from './checked-rows.ts'

// All expiry uses the database's clock: the clocks of several instances differ.

/** The start time of the running transaction. */
export const now = sql<Date>`now()`

export const hoursFromNow = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`

export const minutesAgo = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`

export const msFromNow = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms}::float8 / 1000)`

export const minutesFromNow = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

export const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

export const daysFromNow = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

/** A timestamptz as ISO 8601 text in UTC. Drivers and query builders parse dates differently, but not text. */
export const instantText = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The instant at which a day begins. Computed from the second before: if a clock is set back to midnight, there are two
 * midnights, and PostgreSQL picks the second.
 */
export const startOfDay = (day: RawBuilder<unknown>, timeZone: string) =>
  sql<Date>`(((${day})::timestamp - interval '1 second') at time zone ${timeZone} + interval '1 second')`

/** A date as YYYY-MM-DD. */
export const dateText = (date: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${date}, 'YYYY-MM-DD')`

/** The entity manager, in its transaction if there is one, or a driver connection. */
export type Connection = EntityManager | Pick<Pool, 'query'>

const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The driver's own pool, for the few statements where the ORM's connection overhead matters. */
export const poolOf = (em: EntityManager): Promise<Pool> => em.getDriver().getConnection().getNativeClient()

/** A statement in the driver's format. */
export function compiled(statement: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = statement.compile(compiler)
  return { text, values: [...parameters] }
}

/** The text of SQL without parameters, as used in an index. */
export function textOf(fragment: RawBuilder<unknown>): string {
  const { text, values } = compiled(fragment)
  if (values.length > 0) throw new TypeError('SQL with parameters cannot be compiled ahead')
  return text
}

/** Compiles SQL once, instead of with each statement that contains it. It must have no parameters. */
export const prepared = (fragment: RawBuilder<unknown>): RawBuilder<unknown> => sql.raw(textOf(fragment))

/** Runs a statement. Its rows are untyped until a schema has checked them. */
export async function run(db: Connection, statement: RawBuilder<unknown>): Promise<unknown[]> {
  if ('getKysely' in db) return (await statement.execute(db.getKysely())).rows
  const { text, values } = compiled(statement)
  return (await db.query(text, values)).rows
}

/** Runs a statement that the server parses and plans once per connection, under this name. */
export async function runPrepared(
  pool: Pick<Pool, 'query'>,
  name: string,
  statement: RawBuilder<unknown>,
): Promise<unknown[]> {
  return (await pool.query({ name, ...compiled(statement) })).rows
}

/** Reads rows of this schema. Checks each row, and omits optional members that are null. */
export function reader<Schema extends TObject | TRecord>(schema: Schema) {
  const rows = checkedRows(schema)
  return async (db: Connection, statement: RawBuilder<unknown>): Promise<Static<Schema>[]> =>
    rows(await run(db, statement))
}

/** The row of a query that always returns exactly one, such as a count. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new TypeError(`A query returned ${rows.length} rows instead of one`)
  return row
}

/** A piece of SQL with its parameters, as created by Kysely's `sql` tag. */
export type Fragment = RawBuilder<unknown>

/** A JSON object with these members. */
export const jsonObject = (members: readonly (readonly [name: string, value: Fragment])[]): Fragment =>
  sql`json_build_object(${sql.join(members.flatMap(([name, value]) => [sql.lit(name), value]))})`

/** A row of an entity's table, keyed by property, with the types and nulls that the entity declares. */
export type RowOf<Entity extends EntitySchemaWithMeta> = Selectable<
  InferKyselyTable<Entity, { columnNamingStrategy: 'property' }>
>

/** A value in JSON: instants are ISO text, and bytes are in PostgreSQL's text format. */
type Json<Value> = Value extends Date | Uint8Array ? string : Value

/** A row of an entity's table as JSON, keyed by property. */
export type JsonRowOf<Entity extends EntitySchemaWithMeta> = {
  [Name in keyof RowOf<Entity>]: Json<RowOf<Entity>[Name]>
}

type TextTimes<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name]
}

/** A row of the query builder with its instants as ISO text. */
export const withTextTimes = <Row extends object>(row: Row) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each member keeps its name.
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as TextTimes<Row>

/** A row to insert, keyed by property. Columns with a default are optional. */
export type NewRowOf<Entity extends EntitySchemaWithMeta> = Insertable<
  InferKyselyTable<Entity, { columnNamingStrategy: 'property' }>
>

/** A row to insert as JSON, keyed by property. */
export type NewJsonRowOf<Entity extends EntitySchemaWithMeta> = {
  [Name in keyof NewRowOf<Entity>]: Json<NewRowOf<Entity>[Name]>
}

const naming = new UnderscoreNamingStrategy()

/** The name of the column that stores a property. */
export function columnName({ properties }: { properties: object }, property: string): string {
  const options: unknown = Reflect.get(properties, property)
  const isRelation = typeof options === 'object' && options !== null && 'joinColumn' in options
  return isRelation ? String(options.joinColumn) : naming.propertyToColumnName(property)
}

export type Columns<Properties> = Readonly<Record<keyof Properties & string, Fragment>>

const known = new WeakMap<object, Map<string | undefined, Readonly<Record<string, Fragment>>>>()

/**
 * References to an entity's columns by property. SQL that takes its columns from here does not compile after a rename.
 * @param alias qualifies them with the table's name in the statement
 */
export function columns<Properties extends object>(
  entity: { properties: Properties },
  alias?: string,
): Columns<Properties>
export function columns(entity: { properties: object }, alias?: string): Readonly<Record<string, Fragment>> {
  const ofEntity = known.get(entity.properties) ?? new Map<string | undefined, Readonly<Record<string, Fragment>>>()
  known.set(entity.properties, ofEntity)
  const prefix = alias === undefined ? '' : `${alias}.`
  const found =
    ofEntity.get(alias) ??
    Object.fromEntries(
      Object.keys(entity.properties).map((name) => [name, sql.ref(`${prefix}${columnName(entity, name)}`)]),
    )
  ofEntity.set(alias, found)
  return found
}

export const table = ({ tableName }: { tableName: string }): Fragment => sql.table(tableName)

/**
 * A property's value in a form that every driver and JSON agree on: instants as ISO text, exact numbers as doubles.
 */
export function readable(entity: { properties: Readonly<Record<string, unknown>> }, name: string): Fragment {
  const column = sql.ref(columnName(entity, name))
  const options = entity.properties[name]
  const type: unknown = typeof options === 'object' && options !== null && 'type' in options ? options.type : undefined
  if (type === DateTimeType) return instantText(column)
  return type instanceof BigIntType || type instanceof DecimalType ? sql`${column}::float8` : column
}

type Fits<Stored, Shown> = [NonNullable<Shown>] extends [NonNullable<Stored>]
  ? null extends Stored
    ? null extends Shown
      ? true
      : undefined extends Shown
        ? true
        : false
    : true
  : false

/** Members that no property provides directly: the type differs, or the property can be null and the member can't. */
type Unanswered<Row, Shown> = {
  [Name in keyof Shown]-?: Name extends keyof Row ? (Fits<Row[Name], Shown[Name]> extends true ? never : Name) : Name
}[keyof Shown]

/** SQL for members that no property provides, and for others whose SQL differs from the property's. */
type Expressions<Row, Shown> = Record<Unanswered<Row, Shown>, Fragment> & Partial<Record<keyof Shown, Fragment>>

type MaybeExpressions<Row, Shown> = [Unanswered<Row, Shown>] extends [never]
  ? [expressions?: Expressions<Row, Shown>]
  : [expressions: Expressions<Row, Shown>]

/** The select list, and the check of the returned rows. */
export interface Selection<Row> {
  sql: Fragment
  rows: (found: unknown) => Row[]
  /** Reads rows of the entity's table. `rest` follows the table name in the statement. */
  read: (db: Connection, rest: Fragment) => Promise<Row[]>
  /** Reads one row of the table. @throws the error from `missing` when no row matches */
  readOne: (db: Connection, rest: Fragment, missing: () => Error) => Promise<Row>
}

/**
 * Selects the members of a schema, each from the property with its name or from the given SQL. A member that the entity
 * lacks, or that can be null there but not in the schema, does not compile without its SQL.
 */
export function select<Entity extends EntitySchemaWithMeta, Schema extends TObject>(
  entity: Entity,
  schema: Schema,
  ...[expressions]: MaybeExpressions<JsonRowOf<Entity>, Static<Schema>>
): Selection<Static<Schema>> {
  const given: Record<string, Fragment | undefined> = { ...expressions }
  const members = Object.keys(schema.properties).map(
    (name) => sql`${given[name] ?? readable(entity, name)} as ${sql.id(name)}`,
  )
  const list = prepared(sql.join(members))
  const rows = checkedRows(schema)
  const read = async (db: Connection, rest: Fragment) =>
    rows(await run(db, sql`select ${list} from ${table(entity)} ${rest}`))
  return {
    sql: list,
    rows,
    read,
    async readOne(db, rest, missing) {
      const [row] = await read(db, rest)
      if (!row) throw missing()
      return row
    },
  }
}

/** Waits for every transaction that called this with the same name, and makes later ones wait for this one. */
export const oneAtATime = (transaction: Connection, name: string) =>
  run(transaction, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
