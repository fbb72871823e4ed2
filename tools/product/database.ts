import { startPostgres } from '@app/embedded-postgres'
import pg from 'pg'

export interface Database {
  url: string
  /** Shown to whoever started the product. */
  description: string
  stop: () => Promise<void>
}

/** @throws {Error} in one line when neither the embedded server nor DATABASE_URL can be used. */
export async function openDatabase(databaseUrl: string | undefined, dataDir: string): Promise<Database> {
  if (databaseUrl) {
    await assertReachable(databaseUrl)
    return { url: databaseUrl, description: `the one at ${new URL(databaseUrl).host}`, stop: async () => {} }
  }
  const server = await startPostgres({ dataDir })
  const how = server.takenOver ? 'embedded, taken over from a start that was killed' : 'embedded'
  return { url: server.url(), description: `${how}, data in ${server.dataDir}`, stop: server.stop }
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
