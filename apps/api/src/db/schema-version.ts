import pg from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import type { EntityManager } from '@mikro-orm/postgresql'
import { migrationNames } from './migrations/index.ts'
import { reader, run, onlyRow } from './sql.ts'
import { fail } from '../config/settings.ts'

/** The difference between a database's schema and this release. Each migration is one version. */
interface SchemaDistance {
  /** Migrations of this release that have not run. */
  missing: string[]
  /** Migrations that ran after this release's and belong to a newer one. */
  unknown: string[]
}

/** `migrate` runs first and instances are replaced one by one, so a release works with the next release's schema. */
const toleratedAhead = 1

const migrations = reader(Type.Object({ name: Type.String() }))

/** The names of the migrations that the database has run, oldest first. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const applied = await migrations(client, sql`select name from schema_migration order by id`)
  return applied.map(({ name }) => name)
}

/** Rejects when the database does not respond. */
export async function schemaDistance(databaseUrl: string): Promise<SchemaDistance> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
  await client.connect()
  try {
    const known = await run(client, sql`select from pg_class where oid = to_regclass('schema_migration')`)
    const applied = known.length > 0 ? await appliedMigrations(client) : []
    return distanceOf(applied)
  } finally {
    await client.end()
  }
}

export const distanceOf = (applied: readonly string[]): SchemaDistance => ({
  missing: migrationNames.filter((name) => !applied.includes(name)),
  unknown: applied.slice(applied.findLastIndex((name) => migrationNames.includes(name)) + 1),
})

/** One line with the reason why this release must not serve this database. Undefined when it may. */
export function refusalToServe({ missing, unknown }: SchemaDistance): string | undefined {
  if (unknown.length > toleratedAhead) {
    return `The database belongs to a newer release, ${unknown.length} versions ahead (${unknown.join(', ')}): start that one`
  }
  if (missing.length > 0) {
    return `The database lacks what this release adds (${missing.join(', ')}): run migrate first`
  }
  return undefined
}

/** One line with the reason why this release must not migrate this database. Undefined when it may. */
export const refusalToMigrate = ({ unknown }: SchemaDistance): string | undefined =>
  unknown.length > 0
    ? `The database has been migrated by another release (${unknown.join(', ')}), and there is no way back: use that one`
    : undefined

const againMs = 5_000

/**
 * Checks that this release is compatible with the database's schema, and ends the process if it is not. A server also
 * starts without its database, so this resolves after the first attempt and keeps trying in the background. Returns the
 * function that stops it.
 */
export async function checkSchema(databaseUrl: string): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    try {
      const refusal = refusalToServe(await schemaDistance(databaseUrl))
      if (refusal) fail([refusal])
    } catch {
      timer = setTimeout(() => void check(), againMs)
      timer.unref()
    }
  }
  await check()
  return () => clearTimeout(timer)
}

/** Has no entity, but sign-in needs it. */
const countedLimits = ['key', 'points', 'expire'].map((name) => ({ table: 'rate_limit', name }))

/** Every column that this release needs. */
const neededBy = (em: EntityManager) => [
  ...countedLimits,
  ...[...em.getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
    props.flatMap(({ fieldNames }) => fieldNames.map((name) => ({ table: tableName, name }))),
  ),
]

const found = reader(Type.Object({ applied: Type.Array(Type.String()), lacking: Type.Array(Type.String()) }))

/**
 * Why this release cannot serve the database in its current state: the schema differs, or tables or columns are missing
 * or not readable. Undefined when it can. Rejects when the database does not respond.
 */
export async function unfitSchema(em: EntityManager): Promise<string | undefined> {
  const rows = await found(
    em,
    sql`select array(select name::text from schema_migration order by id) as applied,
            array(select "table" || '.' || name from jsonb_to_recordset(${JSON.stringify(neededBy(em))}::jsonb) as needed ("table" text, name text)
                   where has_table_privilege(to_regclass("table"), 'select') is not true
                      or not exists (select from pg_attribute
                                      where attrelid = to_regclass("table") and attname = name and not attisdropped)
                 ) as lacking`,
  )
  const { applied, lacking } = onlyRow(rows)
  const refusal = refusalToServe(distanceOf(applied))
  return refusal ?? (lacking.length === 0 ? undefined : `The database lacks ${lacking.slice(0, 5).join(', ')}`)
}
