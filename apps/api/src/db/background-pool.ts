import { Pool } from 'pg'
import { loggable } from '../loggable.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** The connections of a process that answers no callers. `name` is what the database calls it. */
export function openBackgroundPool(
  databaseUrl: string,
  { name, log, max = 5 }: { name: string; log: Log; max?: number },
): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `direct-mail-${name}`,
    max,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    keepAlive: true,
  })
  // The next query replaces a broken connection, and the work that was using it is done again.
  const logLost = (error: Error) => log.warn({ error: loggable(error) }, 'lost a connection to the database')
  pool.on('error', logLost)
  pool.on('connect', (client) => client.on('error', logLost))
  return pool
}
