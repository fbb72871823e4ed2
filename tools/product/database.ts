import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { type Clock, wallClock } from './readiness.ts'
import { say } from './say.ts'
import { keepRunning, type Run } from './supervisor.ts'

/** The role of the API and the worker. The `migrate` command creates it and limits it to reading and writing rows. */
export const servingUser = 'api'

export interface Database {
  url: string
  /** The same database, for the role that changes its schema. */
  migrationUrl: string
  /** Shown to the user who started the product. */
  description: string
  stop: () => Promise<void>
}

/**
 * The database in the settings, otherwise the embedded one.
 * @throws {Error} with a one-line message if it cannot be used
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
    // On the same port, because the API keeps the address it was started with.
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
    throw new Error(`DATABASE_URL: no database responds at ${new URL(databaseUrl).host} (${code ?? message})`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

const lookEveryMs = 250

type Server = Pick<EmbeddedPostgres, 'isRunning' | 'stop'>

/**
 * Restarts the embedded database if its server is killed. One that was taken over is not a child process, so it is
 * polled.
 */
export function keepDatabase(first: Server, startAgain: () => Promise<Server>, clock: Clock = wallClock) {
  let server = first
  let isFirst = true
  const start = async (): Promise<Run> => {
    if (!isFirst) {
      // Releases the data folder of the killed server.
      await server.stop()
      server = await startAgain()
      say('PostgreSQL is running again')
    }
    isFirst = false
    const startedAt = clock.now()
    return {
      ranFor: () => clock.now() - startedAt,
      stop: () => server.stop(),
      async ended(stopping) {
        while (server.isRunning() && !stopping.aborted) await clock.sleep(lookEveryMs, stopping)
        return 'killed'
      },
    }
  }
  return keepRunning('PostgreSQL', start, { maxRestarts: 5, stableAfterMs: 60_000, clock })
}
