import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { columnsOf, type JsonRowOf } from './columns.ts'

type Table = EntitySchemaWithMeta & { tableName: string; properties: Readonly<Record<string, unknown>> }
type NameIn<Entity extends Table> = keyof JsonRowOf<Entity> & string
type Rows<Entity extends Table, Name extends NameIn<Entity>> = readonly Pick<JsonRowOf<Entity>, Name>[]

/** SQL for rows as a table with the column types of the real one: a single parameter, however many rows there are. */
function rowsAs<Entity extends Table, Name extends NameIn<Entity>>(
  entity: Entity,
  names: readonly Name[],
  rows: Rows<Entity, Name>,
): RawBuilder<unknown> {
  const columns: Readonly<Record<string, string>> = columnsOf(entity)
  const json = rows.map((row) => Object.fromEntries(names.map((name) => [columns[name], row[name]])))
  return sql`jsonb_populate_recordset(null::${sql.table(entity.tableName)}, ${JSON.stringify(json)}::jsonb)`
}

/**
 * Updates many rows in one statement, each to values of its own, keyed by property. Instants are ISO text.
 * @param names the properties that every row has: `id`, by which it is found, and those to set
 */
export async function updateRows<Entity extends Table, Name extends NameIn<Entity>>(
  db: QueryExecutorProvider,
  entity: Entity,
  names: readonly Name[],
  rows: Rows<Entity, Name>,
): Promise<void> {
  const columns: Readonly<Record<string, string>> = columnsOf(entity)
  const assignments = names
    .filter((name) => name !== 'id')
    .map((name) => sql`${sql.ref(columns[name] ?? name)} = ${sql.ref(`changed.${columns[name]}`)}`)
  await sql`
    update ${sql.table(entity.tableName)} as stored set ${sql.join(assignments)}
      from ${rowsAs(entity, names, rows)} as changed
     where stored.id = changed.id`.execute(db)
}

/** Inserts many rows in one statement, keyed by property. Columns that are not named get their defaults. */
export async function insertRows<Entity extends Table, Name extends NameIn<Entity>>(
  db: QueryExecutorProvider,
  entity: Entity,
  names: readonly Name[],
  rows: Rows<Entity, Name>,
): Promise<void> {
  const columns: Readonly<Record<string, string>> = columnsOf(entity)
  const listed = sql.join(names.map((name) => sql.ref(columns[name] ?? name)))
  await sql`
    insert into ${sql.table(entity.tableName)} (${listed})
    select ${listed} from ${rowsAs(entity, names, rows)}`.execute(db)
}

/** Deletes the rows with these ids. */
export async function deleteRows(
  db: QueryExecutorProvider,
  { tableName }: Table,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from ${sql.table(tableName)} where id = any(${`{${ids.join()}}`}::uuid[])`.execute(db)
}
