import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { startCrmWorker } from './modules/crm/worker.ts'
import { endOnCrash } from './errors/end-on-crash.ts'
import { watchEventLoop } from './errors/watchdog.ts'
import { closeOrm, forRequests, openOrm } from './db/orm.ts'
import { entities } from './entities/entities.ts'
import { startMessages } from './modules/messages/start-messages.ts'
import { startSimulation } from './modules/pieces/simulate.ts'
import { measureApi } from './api-metrics.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startDraining } from './modules/health/draining.ts'
import { listening, readSettings, startMetrics } from './config/settings.ts'
import { startTracing } from './tracing/tracing.ts'
import { drainLimitMs as rendererLimitMs, rendererProcess } from './modules/print/rendering/renderer-process.ts'
import { openJobs } from './jobs/jobs.ts'
import { checkSchema } from './db/schema-version.ts'

/** Long enough for a slow response to finish, and shorter than an orchestrator's termination grace period. */
const drainLimitMs = 10_000
/** Maximum time for running jobs at shutdown. Another worker repeats unfinished ones. */
const jobLimitMs = 9_000
const config = readSettings()
const log = pino({ level: config.logLevel })
const stop = endOnCrash(log, config.drainMs + drainLimitMs, finish)
const stopSchemaCheck = await checkSchema(config.databaseUrl)
// Runs before the server is built, because building it checks whether tracing is on.
const stopTracing = await startTracing(config.traceCollector, 'api')
const orm = await openOrm(config.databaseUrl, { entities, poolMax: config.poolMax, timeouts: forRequests })
// Housekeeping and a worker in this process have longer timeouts than requests.
const background = await openOrm(config.databaseUrl, { entities, poolMax: config.runWorker ? 13 : 2 })
const em = background.em.fork({ useContext: false })
const renderer = config.renderer.runsHere
  ? rendererProcess({
      program: new URL(import.meta.url.endsWith('.ts') ? './renderer.ts' : './renderer.mjs', import.meta.url),
      // This process uses the port.
      env: { ...process.env, METRICS_PORT: '' },
      log,
    })
  : undefined
const app = await buildApp(config, orm, renderer && (() => renderer.find()))
const metrics = measureApi(app, orm, config.businessTimeZone)
const stopHousekeeping = startHousekeeping(background, config, app.log)
const stopMetrics = await startMetrics(config, metrics.registry)
const jobs = config.runWorker ? openJobs(em, { databaseUrl: config.databaseUrl, log }) : undefined
const stopProbing =
  jobs && config.crm && startCrmWorker(em, jobs, { crm: config.crm, log: app.log, onOutcome: metrics.countOutcome })
if (jobs) startMessages(em, jobs, config, { log: app.log, onOutcome: metrics.countMessage })
if (jobs) startSimulation(em, jobs)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

await listening('', config, app.listen({ port: config.port, host: config.host }))
watchEventLoop()
// Notifies the supervisor, because another program may respond at the same address.
process.send?.('listening')

async function finish(): Promise<void> {
  startDraining()
  // Load balancers take a moment to notice. Requests that arrive meanwhile are served.
  await sleep(config.drainMs)
  stopHousekeeping()
  stopSchemaCheck()
  await app.close()
  stopProbing?.()
  await Promise.all([renderer?.stop(rendererLimitMs), jobs?.stop(jobLimitMs)])
  await stopMetrics?.()
  await stopTracing()
  await closeOrm(orm)
  await closeOrm(background)
}
