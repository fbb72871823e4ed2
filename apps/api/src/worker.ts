import { pino } from 'pino'
import { startCrmWorker } from './modules/crm/worker.ts'
import { entities } from './entities/entities.ts'
import { startMessages } from './modules/messages/start-messages.ts'
import { startSimulation } from './modules/pieces/simulate.ts'
import { closeOrm, openOrm } from './db/orm.ts'
import { endOnCrash } from './errors/end-on-crash.ts'
import { watchEventLoop } from './errors/watchdog.ts'
import { createMetrics } from './metrics/metrics.ts'
import { readSettings, startMetrics } from './config/settings.ts'
import { startTracing } from './tracing/tracing.ts'
import { openJobs } from './jobs/jobs.ts'
import { checkSchema } from './db/schema-version.ts'

/** Maximum duration of one call to the CRM or to a message receiver. */
const jobLimitMs = 12_000
/** Time for storing the call's result. */
const storeLimitMs = 3_000
/** A worker that has not polled for this long is considered hung. One that cannot reach the database still polls. */
const silenceLimitMs = 60_000

const config = readSettings()

const log = pino({ level: config.logLevel })
const stop = endOnCrash(log, jobLimitMs + storeLimitMs, finish)
const stopTracing = await startTracing(config.traceCollector, 'worker')
const stopSchemaCheck = await checkSchema(config.databaseUrl)
const orm = await openOrm(config.databaseUrl, { entities, poolMax: 12 })
const em = orm.em.fork({ useContext: false })
const metrics = createMetrics()
let polledAt = performance.now()
const isAlive = () => performance.now() - polledAt < silenceLimitMs
const stopMetrics = await startMetrics(config, metrics.registry, isAlive)
const jobs = openJobs(em, {
  databaseUrl: config.databaseUrl,
  log,
  onTick: () => (polledAt = performance.now()),
})
const stopProbing = config.crm && startCrmWorker(em, jobs, { crm: config.crm, log, onOutcome: metrics.countOutcome })
startMessages(em, jobs, config, { log, onOutcome: metrics.countMessage })
watchEventLoop()
startSimulation(em, jobs)
log.info({ event: 'started' })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

async function finish(): Promise<void> {
  stopSchemaCheck()
  stopProbing?.()
  await jobs.stop(jobLimitMs)
  await stopMetrics?.()
  await stopTracing()
  await closeOrm(orm)
}
