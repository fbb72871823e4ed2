import {
  openLayoutBrowser,
  openPress,
  printEngine,
  type PrintEngine,
  printFonts,
  printProcessors,
} from '@app/print-engine/printing'
import type { Pool } from 'pg'
import type { Config } from '../../../config.ts'
import { keepListening } from '../../../db/keep-listening.ts'
import { loggable } from '../../../loggable.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { queueChannel } from '../proof-queue.ts'
import { proofMaker } from './proof-work.ts'
import { type Log, type ProofWorkerSettings, startProofWorker } from './proof-worker.ts'

export interface OpenRenderer {
  browser: PrintEngine['browser']
  readonly inWork: number
  stop(limitMs: number): Promise<void>
}

interface Settings extends Pick<ProofWorkerSettings, 'onOutcome' | 'onTick' | 'onLost' | 'pauseMs'> {
  config: Pick<Config, 'databaseUrl' | 'files' | 'renderer'>
  log: Log
}

/**
 * Opens the browser and the press, and makes the proofs of the queue until it is stopped.
 * @throws {Error} when the browser does not start here.
 */
export async function openRenderer(
  pool: Pool,
  { config, log, onOutcome, onTick, onLost, pauseMs }: Settings,
): Promise<OpenRenderer> {
  const { chromium, pages, mostMegabytes, runsLast } = config.renderer
  const processors = printProcessors(config.renderer.processors)
  // It loads its libraries while the browser starts.
  const press = openPress({ processors, runsLast })
  const browser = await openLayoutBrowser({
    pages,
    mostMegabytes,
    processors,
    runsLast,
    ...(chromium !== undefined && { executablePath: chromium }),
  }).catch(async (error: unknown) => {
    await press.close()
    throw error
  })
  const engine = printEngine({ browser, press, fonts: printFonts })
  const worker = startProofWorker(pool, {
    engine,
    make: proofMaker({ pool, engine, files: openFileStore(config) }),
    log,
    version: process.version,
    // While one proof is in the press, the browser lays out the next, if it has a processor.
    atOnce: processors?.includes(',') === false ? 1 : Math.max(2, Math.ceil(pages / 2) + 1),
    ...(pauseMs !== undefined && { pauseMs }),
    ...(onOutcome && { onOutcome }),
    ...(onTick && { onTick }),
    ...(onLost && { onLost }),
  })
  const stopListening = keepListening(
    { databaseUrl: config.databaseUrl, channels: [queueChannel], onNotification: () => worker.wake() },
    (error) => log.warn({ error: loggable(error) }, 'the renderer lost the announcements of proofs'),
  )
  const { confinement } = browser
  if (confinement.kind === 'open') {
    log.warn({ event: 'renderer_open', reason: confinement.reason }, 'only our own templates are rendered')
  }
  return {
    browser,
    get inWork() {
      return worker.inWork
    },
    async stop(limitMs) {
      await stopListening()
      await worker.stop(limitMs)
      await engine.close()
    },
  }
}
