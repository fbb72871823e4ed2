import { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

/** The driver's types leave the connection out. It is a TLS socket, which is a Socket too, where the database asks for TLS. */
function socketOf(client: PoolClient): Socket | undefined {
  const connection: unknown = 'connection' in client ? client.connection : undefined
  const stream: unknown = Object(connection).stream
  return stream instanceof Socket ? stream : undefined
}

/**
 * Gives up on a server that hangs: a connection that somebody uses is closed when nothing has come or gone for this long.
 * The driver has `query_timeout` for that, with a timer for each query that keeps the query's rows out of the reach of
 * young garbage collections: an export of 100,000 rows took 200 MB that way, and takes 20 without.
 */
export function limitSilence(pool: Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket?.on('timeout', () => socket.destroy(new Error('Query read timeout')))
  })
  pool.on('acquire', (client) => socketOf(client)?.setTimeout(limitMs))
  pool.on('release', (_error, client) => socketOf(client)?.setTimeout(0))
}
