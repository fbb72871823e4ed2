import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { startCrmWorker } from './modules/crm/worker.ts'
import { endOnCrash } from './end-on-crash.ts'
import { closeOrm, forRequests, openOrm } from './db/orm.ts'
import { entities } from './modules/entities.ts'
import { poolOf } from './db/prepared.ts'
import { startMessages } from './modules/messages/start-messages.ts'
import { measureApi } from './api-metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startDraining } from './modules/health/draining.ts'
import { fail, listening, readSettings } from './settings.ts'
import { startTracing } from './tracing/tracing.ts'
import { measureRenderer, type RendererMetrics } from './modules/print/rendering/print-metrics.ts'
import type { OpenRenderer } from './modules/print/rendering/open-renderer.ts'
import { readQueue } from './modules/print/rendering/proof-queue.ts'
import { rendererOnDemand } from './modules/print/rendering/renderer-on-demand.ts'
import { checkSchema } from './db/schema-check.ts'

/** Long enough for a slow response to finish, and shorter than an orchestrator's termination grace period. */
const drainLimitMs = 10_000
/** Proofs in work are finished within this time, or made again by another renderer. */
const proofLimitMs = 5_000

/** What a proof needs of this process itself delays requests, so there is time between two of them. */
const proofPauseMs = 100

const config = readSettings()
let isStopping = false
let rendererMetrics: RendererMetrics | undefined
const log = pino({ level: config.logLevel })
endOnCrash(log, stop)
const stopSchemaCheck = await checkSchema(config.databaseUrl, { onRefusal: (refusal) => fail([refusal]) })
// Before the server is built, because building it checks whether tracing is on.
const stopTracing = await startTracing(config.traceCollector, 'api')
const orm = await openOrm(config.databaseUrl, { entities, poolMax: config.poolMax, timeouts: forRequests })
// Housekeeping, and a worker in this process, use longer timeouts than requests do.
const background = await openOrm(config.databaseUrl, {
  entities,
  poolMax: 1 + (config.runWorker ? 12 : 0) + (config.renderer.runsHere ? 3 : 0),
})
const renderer = config.renderer.runsHere
  ? rendererOnDemand({ open: openRendererHere, hasWork: areProofsWaiting, log })
  : undefined
const app = await buildApp(config, orm, renderer && (() => renderer.find()))
const metrics = measureApi(app, orm)
const stopHousekeeping = startHousekeeping(background, config, app.log)
const stopMetrics =
  config.metrics && (await listening('METRICS_', config.metrics, serveMetrics(metrics.registry, config.metrics)))
const workerPool = config.runWorker ? await poolOf(background.em) : undefined
const stopCrm =
  workerPool &&
  config.crm &&
  startCrmWorker(workerPool, { crm: config.crm, log: app.log, onOutcome: metrics.countOutcome })
const stopMessages =
  workerPool && startMessages(workerPool, background.em, config, { log: app.log, onOutcome: metrics.countMessage })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

await listening('', config, app.listen({ port: config.port, host: config.host }))
// For a supervisor: another program may answer at the same address.
process.send?.('listening')
// The first proof would wait for a second until they are loaded. Should they not load, it says why.
if (renderer) void loadRenderer().catch(() => undefined)

async function areProofsWaiting(): Promise<boolean> {
  const { waiting } = await readQueue(await poolOf(background.em))
  return waiting > 0
}

function loadRenderer() {
  return import('./modules/print/rendering/open-renderer.ts')
}

/** Its browser starts with the first proof. */
async function openRendererHere(onLost: () => void): Promise<OpenRenderer> {
  const { openRenderer } = await loadRenderer()
  // It may be opened several times, and metrics are registered once.
  rendererMetrics ??= measureRenderer(metrics.registry)
  const { countOutcome, watch } = rendererMetrics
  const opened = await openRenderer(await poolOf(background.em), {
    config,
    log,
    onOutcome: countOutcome,
    onLost,
    pauseMs: proofPauseMs,
  })
  watch(opened)
  return opened
}

async function stop(exitCode: number): Promise<void> {
  // A crash in the middle of a shutdown is a crash.
  process.exitCode = exitCode || process.exitCode
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), config.drainMs + drainLimitMs).unref()
  startDraining()
  // Load balancers take a moment to notice. Whoever arrives meanwhile is served.
  await sleep(config.drainMs)
  stopHousekeeping()
  stopSchemaCheck()
  await app.close()
  await renderer?.stop(proofLimitMs)
  await Promise.all([stopCrm?.(), stopMessages?.()])
  await stopMetrics?.()
  await stopTracing()
  await closeOrm(orm)
  await closeOrm(background)
  process.exit()
}
