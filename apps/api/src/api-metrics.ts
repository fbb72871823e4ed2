import type { FastifyInstance } from 'fastify'
import { measurePool } from './db/pool-metrics.ts'
import { measureRequests } from './http/request-metrics.ts'
import { createMetrics } from './metrics/metrics.ts'
import { measureCrm } from './modules/crm/crm-metrics.ts'
import { measureMessages } from './modules/messages/message-metrics.ts'
import { measureProduction } from './modules/production/production-metrics.ts'
import { measurePrintQueue } from './modules/print/renderers/proof-queue-metrics.ts'
import type { Database } from './entities/database.ts'

/** Metrics of a process that serves requests. It alone reports on the database, the CRM and messages, for all processes. */
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
