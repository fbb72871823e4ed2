import pg from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { migrationNames } from './migrations/index.ts'
import { reader, run } from './run.ts'

/** How far a database's schema is from this release. Each migration is one version. */
interface SchemaDistance {
  /** Migrations of this release that have not run. */
  missing: string[]
  /** Migrations that have run after those of this release: they belong to a newer one. */
  unknown: string[]
}

/** `migrate` runs first and instances are replaced one by one, so a release works with the schema of the next one. */
const toleratedAhead = 1

const migrations = reader(Type.Object({ name: Type.String() }))

/** The names of the migrations that the database has run, the oldest first. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const applied = await migrations(client, sql`select name from schema_migration order by id`)
  return applied.map(({ name }) => name)
}

/** Rejects when the database does not answer. */
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
