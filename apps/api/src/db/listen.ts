import { sql } from 'kysely'
import pg, { type Client } from 'pg'
import { run } from './sql.ts'

interface Listening {
  databaseUrl: string
  channels: readonly string[]
  onNotification: (channel: string, payload: string) => void
  /** Called once, when the connection breaks without being closed by us. */
  onLost: (error: unknown) => void
}

/**
 * Opens a connection that subscribes to these channels. It can also run queries, for example to prove that it is alive.
 */
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

const retryMs = 1_000

interface Kept extends Omit<Listening, 'onLost'> {
  /** Called after each subscription: initially, and again after each reconnect. */
  onListening?: () => void
}

/**
 * Subscribes to these channels, and resubscribes after each lost connection, until the returned function is called.
 * Notifications in between are missed, so the listener must also poll periodically.
 */
export function keepListening(listening: Kept, onFailure: (error: unknown) => void): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<Client | undefined>

  const retry = (error: unknown) => {
    if (isOver) return
    onFailure(error)
    timer = setTimeout(connect, retryMs)
  }
  const connect = () => {
    connecting = listen({ ...listening, onLost: retry }).then(
      (client) => {
        listening.onListening?.()
        return client
      },
      (error: unknown) => {
        retry(error)
        return undefined
      },
    )
  }
  connect()

  return async () => {
    isOver = true
    clearTimeout(timer)
    const client = await connecting
    await client?.end().catch(() => {})
  }
}
