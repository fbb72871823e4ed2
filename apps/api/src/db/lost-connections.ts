import type { Pool, PoolClient } from 'pg'

/**
 * Gives the place of a connection that breaks back to the pool at once. A transaction whose connection breaks as it begins
 * or ends would keep it for good: Kysely releases the connection only after the database has answered.
 */
export function releaseLostConnections(pool: Pool): void {
  const inUse = new Set<PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return
      client.release(true)
      // Its user releases it once more.
      client.release = () => {}
    })
  })
}
