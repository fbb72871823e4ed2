import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { poolOf } from './db/sql.ts'
import { type Database, type EntityManager, tables } from './entities/database.ts'
import { createMetrics, stateGauges } from './metrics/metrics.ts'
import { getCrmStatus } from './modules/crm/crm.queries.ts'
import { readProofQueue } from './modules/print/renderers/renderers.queries.ts'
import { measureProduction } from './modules/production/production-metrics.ts'

/**
 * Metrics of a process that serves requests. Only such a process reports on the database, the CRM, and messages, for
 * all processes.
 */
export function measureApi(app: FastifyInstance, orm: Database, timeZone: string) {
  const metrics = createMetrics()
  const em = orm.em.fork({ useContext: false })
  measureRequests(app, metrics.registry)
  measurePool(em, metrics.registry)
  measureCrm(em, metrics.registry)
  measureMessages(em, metrics.registry)
  measurePrintQueue(em, metrics.registry)
  measureProduction(em, metrics.registry, timeZone)
  return metrics
}

/** Measures every request. Routes are labeled by their patterns, never by URLs. */
function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** Reads the state of the connection pool on each scrape. */
function measurePool(em: EntityManager, registry: Registry): void {
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool by state; waiting counts queries that have no connection yet',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const pool = await poolOf(em).catch(() => undefined)
      if (!pool) return
      const { idleCount, totalCount, waitingCount } = pool
      connections.set({ state: 'idle' }, idleCount)
      connections.set({ state: 'used' }, totalCount - idleCount)
      connections.set({ state: 'waiting' }, waitingCount)
    },
  })
}

/** Metrics of the sync, including the availability of the database. */
function measureCrm(em: EntityManager, registry: Registry): void {
  const { read, gauge } = stateGauges(registry, () => getCrmStatus(em.fork(), true))
  const database = new Gauge({
    name: 'database_up',
    help: '1 while the database answers',
    registers: [registry],
    async collect() {
      database.set((await read()) ? 1 : 0)
    },
  })
  gauge('crm_records_failed', 'Records that the CRM refused for good', ({ failed }) => failed)
  gauge('crm_records_waiting', 'Records that are not synced to the CRM yet', ({ waiting }) => waiting)
  gauge(
    'crm_oldest_waiting_seconds',
    'Age of the oldest record that is not synced to the CRM yet',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
  gauge('crm_paused', '1 while nothing is sent: staff paused it, or the CRM rejects our token', ({ state }) =>
    state === 'paused' ? 1 : 0,
  )
}

/** How long messages wait. */
function measureMessages(em: EntityManager, registry: Registry): void {
  const { gauge } = stateGauges(registry, async () => {
    const waiting = await tables(em.fork())
      .selectFrom('message')
      .select((eb) => sql<number>`extract(epoch from now() - ${eb.ref('createdAt')})::float8`.as('seconds'))
      .where('status', '=', 'waiting')
      .where('workspace', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return waiting?.seconds ?? 0
  })
  gauge('message_oldest_waiting_seconds', 'Age of the oldest message that is not sent yet', (seconds) => seconds)
}

/** Metrics of the proof queue, read from the database, so that they are available while no renderer runs. */
function measurePrintQueue(em: EntityManager, registry: Registry): void {
  const { gauge } = stateGauges(registry, () => readProofQueue(em))
  gauge(
    'print_queue_proofs',
    'Proofs that wait to be made or are being made',
    ({ waiting, rendering }) => waiting + rendering,
  )
  gauge(
    'print_queue_oldest_seconds',
    'Age of the oldest proof that no renderer has begun',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
}
