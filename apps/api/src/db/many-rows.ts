import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Connection, run, columnName, type Fragment, type JsonRowOf, type NewJsonRowOf, table } from './sql.ts'

type Table = EntitySchemaWithMeta & { tableName: string; properties: Readonly<Record<string, unknown>> }
type NameIn<Entity extends Table> = keyof JsonRowOf<Entity> & string
type Rows<Entity extends Table, Name extends NameIn<Entity>> = readonly Pick<JsonRowOf<Entity>, Name>[]

/** Rows of one statement. Making and reading a text with many more would take as long as a request may. */
const rowsAtOnce = 500

/** As many rows as one statement takes, one batch after the other. */
export function* batchesOf<Row>(rows: readonly Row[], size = rowsAtOnce): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** SQL for rows as a table with the column types of the real one: a single parameter, however many rows there are. */
function rowsAs(entity: Table, names: readonly string[], rows: readonly object[]): Fragment {
  const named = names.map((name) => ({ name, column: columnName(entity, name) }))
  const json = rows.map((row) => Object.fromEntries(named.map(({ name, column }) => [column, Reflect.get(row, name)])))
  return sql`jsonb_populate_recordset(null::${table(entity)}, ${JSON.stringify(json)}::jsonb)`
}

/**
 * Updates many rows, each to values of its own, keyed by property. Instants are ISO text. More than a batch takes a transaction of
 * the caller.
 * @param names the properties that every row has: `id`, by which it is found, and those to set
 */
export async function updateRows<Entity extends Table, Name extends NameIn<Entity>>(
  db: Connection,
  entity: Entity,
  names: readonly Name[],
  rows: Rows<Entity, Name>,
): Promise<void> {
  const assignments = names
    .filter((name) => name !== 'id')
    .map((name) => columnName(entity, name))
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`)
  for (const batch of batchesOf(rows)) {
    await run(
      db,
      sql`
      update ${table(entity)} as stored set ${sql.join(assignments)}
        from ${rowsAs(entity, names, batch)} as changed
       where stored.id = changed.id`,
    )
  }
}

/**
 * The INSERT of rows, keyed by property: all properties that any row has. Columns without one get their defaults.
 * @param rows at least one
 * @param computed SQL for further properties, or in place of given values. It may refer to columns of the same row
 */
export function insertOf<Entity extends Table, Computed extends NameIn<Entity> = never>(
  entity: Entity,
  rows: readonly Omit<NewJsonRowOf<Entity>, Computed>[],
  computed?: Readonly<Record<Computed, Fragment>>,
): Fragment {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const values = Object.entries<Fragment>({
    ...Object.fromEntries(names.map((name) => [name, sql.ref(columnName(entity, name))])),
    ...computed,
  })
  return sql`
    insert into ${table(entity)} (${sql.join(values.map(([name]) => sql.ref(columnName(entity, name))))})
    select ${sql.join(values.map(([, value]) => value))} from ${rowsAs(entity, names, rows)}`
}

/** Inserts many rows, as insertOf() does. More than a batch takes a transaction of the caller. */
export async function insertRows<Entity extends Table, Computed extends NameIn<Entity> = never>(
  db: Connection,
  ...[entity, rows, computed]: Parameters<typeof insertOf<Entity, Computed>>
): Promise<void> {
  for (const batch of batchesOf(rows)) await run(db, insertOf(entity, batch, computed))
}

/** Deletes the rows with these ids. More than a batch takes a transaction of the caller. */
export async function deleteRows(db: Connection, entity: Table, ids: readonly string[]): Promise<void> {
  for (const batch of batchesOf(ids))
    await run(db, sql`delete from ${table(entity)} where id = any(${`{${batch.join()}}`}::uuid[])`)
}
