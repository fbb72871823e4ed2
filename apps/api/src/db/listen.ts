import { sql } from 'kysely'
import pg from 'pg'
import { run } from './run.ts'

export interface Listening {
  databaseUrl: string
  channels: readonly string[]
  onNotification: (channel: string, payload: string) => void
  /** Called once, when the connection breaks without our closing it. */
  onLost: (error: unknown) => void
}

/** Opens a connection that subscribes to these channels. It can run queries too, for example to prove that it is alive. */
export async function listen({ databaseUrl, channels, onNotification, onLost }: Listening): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'direct-mail-listener',
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
    keepAlive: true,
  })
  let isUp = false
  client.on('error', (error) => {
    if (isUp) onLost(error)
    isUp = false
  })
  client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload))
  await client.connect()
  try {
    for (const channel of channels) await run(client, sql`listen ${sql.id(channel)}`)
  } catch (error) {
    await client.end()
    throw error
  }
  isUp = true
  return client
}
