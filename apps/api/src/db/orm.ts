import { Socket } from 'node:net'
import { Migrator } from '@mikro-orm/migrations'
import {
  defineConfig,
  type EntityManager,
  type EntitySchema,
  type MigrationObject,
  MikroORM,
} from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import { poolOf } from './sql.ts'

/** The driver's types omit the connection's socket. With TLS it is a TLSSocket, which is also a Socket. */
function socketOf(client: PoolClient): Socket | undefined {
  const connection: unknown = 'connection' in client ? client.connection : undefined
  const stream: unknown = Object(connection).stream
  return stream instanceof Socket ? stream : undefined
}

/**
 * Closes a connection in use when no byte has been sent or received for this long, because the server may hang.
 * The driver's `query_timeout` does this with a timer for each query, which keeps the query's rows out of the reach of
 * young garbage collections: an export of 100,000 rows took 200 MB that way, and takes 20 without.
 */
function limitSilence(pool: Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket?.on('timeout', () => socket.destroy(new Error('Query read timeout')))
  })
  pool.on('acquire', (client) => socketOf(client)?.setTimeout(limitMs))
  pool.on('release', (_error, client) => socketOf(client)?.setTimeout(0))
}

/**
 * Gives the place of a connection that breaks back to the pool at once. A transaction whose connection breaks as it begins
 * or ends would keep it for good: Kysely releases the connection only after the database has answered.
 */
function releaseLostConnections(pool: Pool): void {
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

/** Milliseconds that the database may take before it counts as unreachable. */
interface Timeouts {
  connectionTimeoutMillis: number
  /** After this long the server cancels the statement itself. */
  statement_timeout: number
  /** After this long we stop waiting for a server that hangs and cannot cancel anything. */
  silenceMs?: number
  /** Maximum wait for a lock. */
  lock_timeout?: number
}

/** Somebody waits for each request: even if all three limits are reached in a row, the answer comes within five seconds. */
export const forRequests: Timeouts = { connectionTimeoutMillis: 1_500, statement_timeout: 3_000, silenceMs: 3_300 }

/** For background work, which no caller waits for. */
const forWork: Timeouts = { connectionTimeoutMillis: 2_000, statement_timeout: 10_000 }

/** A migration may run long, but it gives up quickly on a lock: every later query on the table queues behind it. */
export const forMigrations: Timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 0, lock_timeout: 2_000 }

interface DatabaseSettings<Entities> {
  /** The caller's entities: each module passes its own, so this folder depends on none of them. */
  entities: Entities
  poolMax: number
  timeouts?: Timeouts
  /** Those that its migrator runs. */
  migrations?: readonly MigrationObject[]
}

/**
 * Opens the database lazily: it connects on the first query.
 * The limits keep a slow or unreachable database from blocking requests forever.
 */
export const openOrm = <const Entities extends readonly EntitySchema[]>(
  databaseUrl: string,
  { entities, poolMax, timeouts: { silenceMs, ...timeouts } = forWork, migrations = [] }: DatabaseSettings<Entities>,
): Promise<MikroORM<EntityManager, Entities>> =>
  MikroORM.init(
    defineConfig({
      clientUrl: databaseUrl,
      entities,
      // A migration needs no entity.
      discovery: { warnWhenNoEntities: false },
      extensions: [Migrator],
      forceUtcTimezone: true,
      // The library's own messages may contain values of a query; we log names and codes ourselves.
      logger: () => {},
      // Opening several connections at once is slow on a busy machine, and a screen sends that many requests at once.
      pool: { min: 0, max: poolMax, idleTimeoutMillis: 600_000 },
      driverOptions: {
        // The library takes the server and the user from the address, and drops the rest of it: how TLS is checked, for one.
        connectionString: databaseUrl,
        application_name: 'direct-mail-api',
        ...timeouts,
        onPoolCreated(pool: Pool) {
          releaseLostConnections(pool)
          if (silenceMs !== undefined) limitSilence(pool, silenceMs)
        },
        idle_in_transaction_session_timeout: 10_000,
        // A firewall or proxy on the way may drop a connection that is silent for minutes.
        keepAlive: true,
        keepAliveInitialDelayMillis: 60_000,
      },
      schemaGenerator: {
        skipTables: ['rate_limit', 'record_trace'],
        ignoreSchema: ['jobs'],
        // Migrations alone define functions.
        ignoreRoutines: true,
      },
      migrations: {
        migrationsList: [...migrations],
        tableName: 'schema_migration',
        transactional: true,
        // Each migration has its own transaction, except those that PostgreSQL cannot run in one.
        allOrNothing: false,
        snapshot: false,
        disableForeignKeys: false,
      },
    }),
  )

/**
 * Ends the connections once they are given back. The library's own close() forgets its pool at once: a connection that is
 * just being opened is then never given back, and close() waits for it forever.
 */
export async function closeOrm({ em }: { em: EntityManager }): Promise<void> {
  // There is no pool before the database was reached for the first time.
  const pool = await poolOf(em).catch(() => undefined)
  await pool?.end()
}
