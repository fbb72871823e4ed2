import pg from 'pg'

interface Listening {
  databaseUrl: string
  channels: readonly string[]
  hear: (channel: string, payload: string) => void
  /** Called once, when the connection breaks by itself. */
  onLost: (error: unknown) => void
}

/** A connection of its own that hears what is notified on these channels. It can be asked too, to prove that it lives. */
export async function listen({ databaseUrl, channels, hear, onLost }: Listening): Promise<pg.Client> {
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
  client.on('notification', ({ channel, payload = '' }) => hear(channel, payload))
  await client.connect()
  try {
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end()
    throw error
  }
  isUp = true
  return client
}
