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
 * Closes a connection in use when no byte has been sent or received for this long, because the server may hang. The
 * driver's `query_timeout` does this with a timer for each query, which keeps the query's rows alive through young
 * garbage collections: an export of 100,000 rows took 200 MB that way, and takes 20 without.
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
 * Returns the slot of a broken connection to the pool immediately. A transaction whose connection breaks as it begins
 * or ends would keep the slot forever, because Kysely releases the connection only after the database has responded.
 */
function releaseLostConnections(pool: Pool): void {
  const inUse = new Set<PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return
      client.release(true)
      // Its user will release it again.
      client.release = () => {}
    })
  })
}

/** Milliseconds before the database counts as unreachable. */
interface Timeouts {
  connectionTimeoutMillis: number
  /** After this long, the server itself cancels the statement. */
  statement_timeout: number
  /** After this long, we stop waiting for a server that hangs and cannot cancel anything. */
  silenceMs?: number
  /** Maximum wait for a lock. */
  lock_timeout?: number
}

/**
 * A caller waits for each request: even if all three limits are reached in a row, the response is sent within five
 * seconds.
 */
export const forRequests: Timeouts = { connectionTimeoutMillis: 1_500, statement_timeout: 3_000, silenceMs: 3_300 }

/** For background work without a waiting caller. */
const forWork: Timeouts = { connectionTimeoutMillis: 2_000, statement_timeout: 10_000 }

/**
 * A migration may run long, but it gives up quickly on a lock, because every later query on the table queues behind it.
 */
export const forMigrations: Timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 0, lock_timeout: 2_000 }

interface DatabaseSettings<Entities> {
  /** The caller's entities. They are passed in, so this folder depends on none of them. */
  entities: Entities
  poolMax: number
  timeouts?: Timeouts
  /** The migrations that its migrator runs. */
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
      // A migration needs no entities.
      discovery: { warnWhenNoEntities: false },
      extensions: [Migrator],
      forceUtcTimezone: true,
      // The library's own messages may contain query values, so we log names and codes ourselves.
      logger: () => {},
      // Opening several connections at the same time is slow on a busy machine, and one screen sends several requests
      // at the same time.
      pool: { min: 0, max: poolMax, idleTimeoutMillis: 600_000 },
      driverOptions: {
        // The library uses only the server and user from the URL, and drops the rest, such as the TLS verification
        // mode.
        connectionString: databaseUrl,
        application_name: 'direct-mail-api',
        ...timeouts,
        onPoolCreated(pool: Pool) {
          releaseLostConnections(pool)
          if (silenceMs !== undefined) limitSilence(pool, silenceMs)
        },
        idle_in_transaction_session_timeout: 10_000,
        // A firewall or proxy in between may drop a connection that is idle for minutes.
        keepAlive: true,
        keepAliveInitialDelayMillis: 60_000,
      },
      schemaGenerator: {
        skipTables: ['rate_limit', 'record_trace'],
        ignoreSchema: ['jobs'],
        // Only migrations define functions.
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
 * Ends the connections once they are released. The library's own close() drops its pool immediately: a connection that
 * is still being opened is then never released, and close() waits for it forever.
 */
export async function closeOrm({ em }: { em: EntityManager }): Promise<void> {
  // No pool exists before the first connection to the database.
  const pool = await poolOf(em).catch(() => undefined)
  await pool?.end()
}
