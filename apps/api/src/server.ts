import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { startCrmWorker } from './modules/crm/worker.ts'
import { codeOf } from './errors.ts'
import { forRequests, openOrm } from './db/orm.ts'
import { entities } from './modules/entities.ts'
import { poolOf } from './db/prepared.ts'
import { measureApi } from './api-metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startDraining } from './modules/health/draining.ts'
import { fail, readSettings } from './settings.ts'
import { startTracing } from './tracing/tracing.ts'
import { checkSchema } from './db/schema-check.ts'

/** Long enough for a slow response to finish, and shorter than an orchestrator's termination grace period. */
const drainLimitMs = 10_000

const config = readSettings()
const stopSchemaCheck = await checkSchema(config.databaseUrl, { onRefusal: (refusal) => fail([refusal]) })
// Before the server is built, because building it checks whether tracing is on.
const stopTracing = await startTracing(config.traceCollector, 'api')
const orm = await openOrm(config.databaseUrl, { entities, poolMax: config.poolMax, timeouts: forRequests })
// Housekeeping, and a worker in this process, use longer timeouts than requests do.
const background = await openOrm(config.databaseUrl, { entities, poolMax: config.runWorker ? 5 : 1 })
const app = await buildApp(config, orm)
const metrics = measureApi(app, orm)
const stopHousekeeping = startHousekeeping(background, config, app.log)
const stopMetrics = config.metrics && (await serveMetrics(metrics.registry, config.metrics))
const stopWorker =
  config.runWorker && config.crm
    ? startCrmWorker(await poolOf(background.em), { crm: config.crm, log: app.log, onOutcome: metrics.countOutcome })
    : undefined

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  startDraining()
  // Load balancers take a moment to notice. Whoever arrives meanwhile is served.
  await sleep(config.drainMs)
  setTimeout(() => process.exit(1), drainLimitMs).unref()
  stopHousekeeping()
  stopSchemaCheck()
  await app.close()
  await stopWorker?.()
  await stopMetrics?.()
  await stopTracing()
  await orm.close(true)
  await background.close(true)
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

try {
  await app.listen({ port: config.port, host: config.host })
} catch (error) {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') fail([`PORT ${config.port} is taken by another program`])
  if (code === 'EACCES') fail([`PORT ${config.port} may not be used by this user`])
  throw error
}
