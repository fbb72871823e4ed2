import { constants, setPriority } from 'node:os'
import { reasonOf } from '@app/print-engine/printing'
import { pino } from 'pino'
import { closeOrm, openOrm } from './db/orm.ts'
import { checkSchema } from './db/schema-version.ts'
import { endOnCrash } from './errors/end-on-crash.ts'
import { openJobs } from './jobs/jobs.ts'
import { loggable } from './errors/loggable.ts'
import { collectDefaults } from './metrics/metrics.ts'
import { entities } from './entities/entities.ts'
import { startRunFiles } from './modules/production/rendering/run-file-worker.ts'
import { settleAndSimulate } from './modules/pieces/simulate.ts'
import { openFileStore } from './modules/print/files/open-file-store.ts'
import { openRenderer, type OpenRenderer } from './modules/print/rendering/open-renderer.ts'
import { measureRenderer } from './modules/print/rendering/print-metrics.ts'
import { beatMs, drainLimitMs, type RendererState } from './modules/print/rendering/renderer-process.ts'
import { readSettings, startMetrics } from './config/settings.ts'
import { startTracing } from './tracing/tracing.ts'

// Customers' templates run in this process, and in the browser that it starts.

// Low priority, because senders of pieces and visitors wait for the API on the same machine. The browser inherits it.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

/** Time for proofs in progress when the process ends. The rest is left to other renderers. */
const proofLimitMs = 5_000
const config = readSettings()
const log = pino({ level: config.logLevel })
let renderer: OpenRenderer | undefined
const stop = endOnCrash(log, drainLimitMs, finish)

const heartbeat = setInterval(() => {
  const state: RendererState = renderer?.browser.confinement.kind ?? 'starting'
  process.send?.(state)
}, beatMs)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// The parent is gone.
process.on('disconnect', () => void stop(0))

const stopTracing = await startTracing(config.traceCollector, 'renderer')
const stopSchemaCheck = await checkSchema(config.databaseUrl)
const orm = await openOrm(config.databaseUrl, { entities, poolMax: 8 })
const em = orm.em.fork({ useContext: false })
const jobs = openJobs(em, { databaseUrl: config.databaseUrl, log })
const registry = collectDefaults()
const metrics = measureRenderer(registry)
const stopMetrics = await startMetrics(config, registry, () => renderer !== undefined)

try {
  const runFiles = startRunFiles(em, jobs, { files: openFileStore(config), log, onOutcome: metrics.countRunFile })
  renderer = await openRenderer(em, jobs, {
    config,
    log,
    onFinished: (transaction, proof) => settleAndSimulate(transaction, jobs, proof),
    onOutcome: metrics.countOutcome,
    runFilesInWork: () => runFiles.inWork,
    onLost: () => void stop(1),
  })
  metrics.watch(renderer)
  process.send?.(renderer.browser.confinement.kind)
  log.info({ event: 'started', confinement: renderer.browser.confinement.kind })
} catch (error) {
  const facts = { event: 'no_browser', reason: reasonOf(error), error: loggable(error) }
  log.fatal(facts, 'the browser that lays out proofs does not start')
  await stop(1)
}

async function finish(): Promise<void> {
  clearInterval(heartbeat)
  stopSchemaCheck()
  await renderer?.stop(proofLimitMs)
  await stopMetrics?.()
  await stopTracing()
  await closeOrm(orm)
}
