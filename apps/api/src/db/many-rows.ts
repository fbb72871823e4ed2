import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Connection, run, columnName, type Fragment, type JsonRowOf, type NewJsonRowOf, table } from './sql.ts'

type Table = EntitySchemaWithMeta & { tableName: string; properties: Readonly<Record<string, unknown>> }
type NameIn<Entity extends Table> = keyof JsonRowOf<Entity> & string
type Rows<Entity extends Table, Name extends NameIn<Entity>> = readonly Pick<JsonRowOf<Entity>, Name>[]

/** Rows per statement. Building and parsing a much longer statement would take as long as a request may. */
const rowsAtOnce = 500

/** Splits rows into batches for one statement each. */
export function* batchesOf<Row>(rows: readonly Row[], size = rowsAtOnce): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** SQL for rows as a table with the real table's column types. Takes a single parameter for any number of rows. */
function rowsAs(entity: Table, names: readonly string[], rows: readonly object[]): Fragment {
  const named = names.map((name) => ({ name, column: columnName(entity, name) }))
  const json = rows.map((row) => Object.fromEntries(named.map(({ name, column }) => [column, Reflect.get(row, name)])))
  return sql`jsonb_populate_recordset(null::${table(entity)}, ${JSON.stringify(json)}::jsonb)`
}

/**
 * Updates many rows, each to its own values, keyed by property. Instants are ISO text. For more than one batch, the
 * caller must use a transaction.
 * @param names the properties that every row has: `id`, which finds it, and those to set
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
 * The INSERT of rows, keyed by property, for all properties that any row has. Other columns get their defaults.
 * @param rows at least one
 * @param computed SQL for additional properties, or instead of given values. It may refer to columns of the same row
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

/** Inserts many rows with insertOf(). For more than one batch, the caller must use a transaction. */
export async function insertRows<Entity extends Table, Computed extends NameIn<Entity> = never>(
  db: Connection,
  ...[entity, rows, computed]: Parameters<typeof insertOf<Entity, Computed>>
): Promise<void> {
  for (const batch of batchesOf(rows)) await run(db, insertOf(entity, batch, computed))
}

/** Deletes the rows with these ids. For more than one batch, the caller must use a transaction. */
export async function deleteRows(db: Connection, entity: Table, ids: readonly string[]): Promise<void> {
  for (const batch of batchesOf(ids))
    await run(db, sql`delete from ${table(entity)} where id = any(${`{${batch.join()}}`}::uuid[])`)
}
