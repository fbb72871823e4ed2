import { startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { keepDatabase } from './keep-database.ts'

/** Whom the API and the worker connect as: the command `migrate` creates the role and limits it to reading and writing rows. */
export const servingUser = 'api'

export interface Database {
  url: string
  /** The same database for the one who changes its schema. */
  migrationUrl: string
  /** Shown to whoever started the product. */
  description: string
  stop: () => Promise<void>
}

/**
 * The database that the settings name, or else the embedded one.
 * @throws {Error} in one line when it cannot be used
 */
export async function openDatabase(
  { DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl = url }: NodeJS.ProcessEnv,
  dataDir: string,
): Promise<Database> {
  if (url && migrationUrl) {
    await assertReachable(migrationUrl)
    return { url, migrationUrl, description: `the one at ${new URL(url).host}`, stop: async () => {} }
  }
  const server = await startPostgres({ dataDir })
  const how = server.takenOver ? 'embedded, taken over from a start that was killed' : 'embedded'
  return {
    url: server.url('postgres', servingUser),
    migrationUrl: server.url(),
    description: `${how}, data in ${server.dataDir}`,
    // At the same port: the API keeps the address that it was started with.
    stop: keepDatabase(server, () => startPostgres({ dataDir, port: server.port })).stop,
  }
}

async function assertReachable(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`DATABASE_URL: no database answers at ${new URL(databaseUrl).host} (${code ?? message})`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}
