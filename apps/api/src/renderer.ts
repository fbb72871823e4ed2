import { pino } from 'pino'
import { endOnCrash } from './end-on-crash.ts'
import { collectDefaults } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { loggable } from './loggable.ts'
import { openRenderer, type OpenRenderer } from './modules/print/rendering/open-renderer.ts'
import { measureRenderer } from './modules/print/rendering/print-metrics.ts'
import { fail, listening, readSettings } from './settings.ts'
import { startTracing } from './tracing/tracing.ts'
import { openBackgroundPool } from './db/background-pool.ts'
import { checkSchema } from './db/schema-check.ts'

/** How long proofs in work may take when the process ends. The others are given back. */
const drainLimitMs = 12_000
/** Time to give proofs back and to close the browser. */
const closeLimitMs = 5_000
/** A renderer that has not looked at the queue for this long hangs. */
const silenceLimitMs = 60_000

const config = readSettings()
const log = pino({ level: config.logLevel })
let isStopping = false
let renderer: OpenRenderer | undefined
endOnCrash(log, stop)
const stopTracing = await startTracing(config.traceCollector, 'renderer')
const stopSchemaCheck = await checkSchema(config.databaseUrl, { onRefusal: (refusal) => fail([refusal]) })
const pool = openBackgroundPool(config.databaseUrl, { name: 'renderer', log })
const registry = collectDefaults()
const metrics = measureRenderer(registry)
let lookedAt = performance.now()
/** Also said to whoever waits for it to start: it is not there before its browser is. */
const isAlive = () => renderer !== undefined && performance.now() - lookedAt < silenceLimitMs
const stopMetrics =
  config.metrics && (await listening('METRICS_', config.metrics, serveMetrics(registry, config.metrics, isAlive)))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  renderer = await openRenderer(pool, {
    config,
    log,
    onOutcome: metrics.countOutcome,
    onTick: () => (lookedAt = performance.now()),
    onLost: () => {
      log.fatal({ event: 'browser_lost' }, 'the browser that lays out proofs does not start again')
      stop(1).catch(() => process.exit(1))
    },
  })
  metrics.watch(renderer)
  log.info({ event: 'started', confinement: renderer.browser.confinement.kind })
} catch (error) {
  log.fatal({ event: 'no_browser', error: loggable(error) }, 'the browser that lays out proofs does not start')
  await stop(1)
}

async function stop(exitCode: number): Promise<void> {
  // A crash in the middle of a shutdown is a crash.
  process.exitCode = exitCode || process.exitCode
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), drainLimitMs + closeLimitMs).unref()
  stopSchemaCheck()
  await renderer?.stop(drainLimitMs)
  await stopMetrics?.()
  await stopTracing()
  await pool.end()
  process.exit()
}
