import { pino } from 'pino'
import { startCrmWorker } from './modules/crm/worker.ts'
import { entities } from './modules/entities.ts'
import { startMessages } from './modules/messages/start-messages.ts'
import { closeOrm, openOrm } from './db/orm.ts'
import { endOnCrash } from './end-on-crash.ts'
import { createMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { fail, listening, readSettings } from './settings.ts'
import { startTracing } from './tracing/tracing.ts'
import { openBackgroundPool } from './db/background-pool.ts'
import { checkSchema } from './db/schema-check.ts'

/** The longest that one call to the CRM or to a receiver of messages may take, and time to store its result. */
const stopLimitMs = 15_000
/** A worker that has not polled for this long hangs. One that cannot reach the database still polls. */
const silenceLimitMs = 60_000

const config = readSettings()

const log = pino({ level: config.logLevel })
let isStopping = false
endOnCrash(log, stop)
const stopTracing = await startTracing(config.traceCollector, 'worker')
const stopSchemaCheck = await checkSchema(config.databaseUrl, { onRefusal: (refusal) => fail([refusal]) })
// Each job that runs holds a connection beside those of its queries.
const pool = openBackgroundPool(config.databaseUrl, { name: 'worker', log, max: 11 })
const orm = await openOrm(config.databaseUrl, { entities, poolMax: 2 })
const metrics = createMetrics()
let polledAt = performance.now()
const isAlive = () => performance.now() - polledAt < silenceLimitMs
const stopMetrics =
  config.metrics &&
  (await listening('METRICS_', config.metrics, serveMetrics(metrics.registry, config.metrics, isAlive)))
const onTick = () => (polledAt = performance.now())
const stopCrm = config.crm && startCrmWorker(pool, { crm: config.crm, log, onOutcome: metrics.countOutcome, onTick })
const stopMessages = startMessages(pool, orm.em, config, { log, onOutcome: metrics.countMessage, onTick })
log.info({ event: 'started' })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

async function stop(exitCode: number): Promise<void> {
  // A crash in the middle of a shutdown is a crash.
  process.exitCode = exitCode || process.exitCode
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), stopLimitMs).unref()
  stopSchemaCheck()
  await Promise.all([stopCrm?.(), stopMessages()])
  await stopMetrics?.()
  await stopTracing()
  await pool.end()
  await closeOrm(orm)
  process.exit()
}
