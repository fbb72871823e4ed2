import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { JsonRowOf } from './typed-columns.ts'
import { type Connection, run } from './run.ts'
import { columnName, table } from './typed-columns.ts'

type Table = EntitySchemaWithMeta & { tableName: string; properties: Readonly<Record<string, unknown>> }
type NameIn<Entity extends Table> = keyof JsonRowOf<Entity> & string
type Rows<Entity extends Table, Name extends NameIn<Entity>> = readonly Pick<JsonRowOf<Entity>, Name>[]

/** SQL for rows as a table with the column types of the real one: a single parameter, however many rows there are. */
function rowsAs<Entity extends Table, Name extends NameIn<Entity>>(
  entity: Entity,
  names: readonly Name[],
  rows: Rows<Entity, Name>,
): RawBuilder<unknown> {
  const json = rows.map((row) => Object.fromEntries(names.map((name) => [columnName(entity, name), row[name]])))
  return sql`jsonb_populate_recordset(null::${table(entity)}, ${JSON.stringify(json)}::jsonb)`
}

/**
 * Updates many rows in one statement, each to values of its own, keyed by property. Instants are ISO text.
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
  await run(
    db,
    sql`
    update ${table(entity)} as stored set ${sql.join(assignments)}
      from ${rowsAs(entity, names, rows)} as changed
     where stored.id = changed.id`,
  )
}

/** Inserts many rows in one statement, keyed by property. Columns that are not named get their defaults. */
export async function insertRows<Entity extends Table, Name extends NameIn<Entity>>(
  db: Connection,
  entity: Entity,
  names: readonly Name[],
  rows: Rows<Entity, Name>,
): Promise<void> {
  const listed = sql.join(names.map((name) => sql.ref(columnName(entity, name))))
  await run(
    db,
    sql`
    insert into ${table(entity)} (${listed})
    select ${listed} from ${rowsAs(entity, names, rows)}`,
  )
}

/** Deletes the rows with these ids. */
export async function deleteRows(db: Connection, entity: Table, ids: readonly string[]): Promise<void> {
  await run(db, sql`delete from ${table(entity)} where id = any(${`{${ids.join()}}`}::uuid[])`)
}
