import { once } from 'node:events'
import { createServer } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { FastifyInstance } from 'fastify'
import type { CrmStatus } from '@app/contract'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Outcome } from '../modules/crm/attempt.ts'
import { poolOf } from '../db/prepared.ts'
import { getCrmStatus } from '../modules/crm/crm.queries.ts'

export interface Metrics {
  registry: Registry
  countOutcome: (outcome: Outcome) => void
}

/** Figures for Prometheus. Routes are named by their patterns: an address never becomes a label. */
export function installMetrics(app: FastifyInstance, em: EntityManager): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  addDatabaseGauges(registry, em)
  return { registry, countOutcome: outcomeCounter(registry) }
}

/** Figures of a worker that runs apart from the API; what lies in the database is told by the API alone. */
export function workerMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, countOutcome: outcomeCounter(registry) }
}

function outcomeCounter(registry: Registry): Metrics['countOutcome'] {
  const outcomes = new Counter({
    name: 'crm_attempts_total',
    help: 'Tries to tell the CRM about a record, by how they went',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => outcomes.inc({ outcome })
}

/** Asked of the database and its pool when somebody reads the figures. */
function addDatabaseGauges(registry: Registry, em: EntityManager): void {
  type Collect = (this: Gauge) => Promise<void>
  const gauge = (name: string, help: string, collect?: Collect, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], ...(collect && { collect }) })

  const help = 'Connections of the pool, by what they do; waiting counts queries without one'
  const pool: Collect = async function collectPool() {
    const found = await poolOf(em).catch(() => undefined)
    if (!found) return
    const { idleCount, totalCount, waitingCount } = found
    this.set({ state: 'idle' }, idleCount)
    this.set({ state: 'used' }, totalCount - idleCount)
    this.set({ state: 'waiting' }, waitingCount)
  }
  gauge('database_pool_connections', help, pool, ['state'])

  // Asked once for all figures that are read together. A database that does not answer is a figure too.
  let asked: Promise<CrmStatus | undefined> | undefined
  const ask = () => {
    asked ??= getCrmStatus(em.fork(), true)
      .catch(() => undefined)
      .finally(() => (asked = undefined))
    return asked
  }
  gauge('database_up', '1 while the database answers', async function collectUp() {
    this.set((await ask()) ? 1 : 0)
  })
  const told = (name: string, text: string, value: (status: CrmStatus) => number) =>
    gauge(name, text, async function collectTold() {
      const status = await ask()
      if (status) this.set(value(status))
      else this.remove()
    })
  told('crm_records_failed', 'Records that the CRM refused for good', ({ failed }) => failed)
  told('crm_records_waiting', 'Records that the CRM has not been told', ({ waiting }) => waiting)
  told(
    'crm_oldest_waiting_seconds',
    'Age of the oldest record that the CRM has not been told',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
  told('crm_paused', '1 while nothing is sent: staff paused it, or the CRM refuses our token', ({ state }) =>
    state === 'paused' ? 1 : 0,
  )
}

/**
 * Serves the figures on a port of their own, which is not for the public, and `/healthz` for a process that has no
 * other. Returns the function that ends it.
 */
export async function serveMetrics(
  { registry }: Metrics,
  { port, host }: { port: number; host: string },
  isAlive: () => boolean = () => true,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(isAlive() ? 200 : 503).end()
      return
    }
    const figures = request.url === '/metrics' ? registry.metrics() : Promise.resolve(undefined)
    figures.then(
      (text) => response.writeHead(text === undefined ? 404 : 200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}
