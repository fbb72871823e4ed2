import pg from 'pg'
import { migrationNames } from './migrations/index.ts'

/** Where a database stands beside the migrations of this release. One migration is one version. */
export interface SchemaDistance {
  /** Ours that the database has not seen. */
  missing: string[]
  /** Of a newer release: the database has seen them, we do not know them. */
  unknown: string[]
}

/** A release works with the schema of the one before and of the one after: instances are replaced one after the other. */
const tolerated = 1

/** Rejects when the database does not answer. */
export async function schemaDistance(databaseUrl: string): Promise<SchemaDistance> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
  await client.connect()
  try {
    const { rows: known } = await client.query<{ exists: boolean }>(
      "select to_regclass('schema_migration') is not null as exists",
    )
    const applied = known[0]?.exists
      ? (await client.query<{ name: string }>('select name from schema_migration')).rows.map(({ name }) => name)
      : []
    return {
      missing: migrationNames.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !migrationNames.includes(name)),
    }
  } finally {
    await client.end()
  }
}

/** Why this release must not serve this database, in a line for its operator; undefined when it may. */
export function refusalToServe({ missing, unknown }: SchemaDistance): string | undefined {
  if (unknown.length > tolerated) {
    return `The database belongs to a newer release, ${unknown.length} versions ahead (${unknown.join(', ')}): start that one`
  }
  if (missing.length > tolerated) {
    return `The database is ${missing.length} versions behind (${missing.join(', ')}): run migrate first`
  }
  return undefined
}

/** Why this release must not migrate this database; undefined when it may. */
export const refusalToMigrate = ({ unknown }: SchemaDistance): string | undefined =>
  unknown.length > 0
    ? `The database has been migrated by a newer release (${unknown.join(', ')}), and there is no way back: use that one`
    : undefined
