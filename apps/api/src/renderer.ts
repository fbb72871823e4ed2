import { pino } from 'pino'
import { drainLimitMs, rendererProcess } from './modules/print/rendering/renderer-process.ts'
import { readSettings } from './config/settings.ts'

// Makes print proofs. The API can start this program. When started directly, it starts a second process, which renders,
// and replaces it when it hangs or ends.
if (process.send) await import('./render-process.ts')
else superviseRenderer()

function superviseRenderer(): void {
  const log = pino({ level: readSettings().logLevel })
  const renderer = rendererProcess({
    program: new URL(import.meta.url),
    env: process.env,
    log,
  })
  const stop = async () => {
    await renderer.stop(drainLimitMs)
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
}
