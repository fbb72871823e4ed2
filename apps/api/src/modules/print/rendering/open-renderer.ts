import { readFile } from 'node:fs/promises'
import { openLayoutBrowser, openPress, printEngine, readPressProfile } from '@app/print-engine/printing'
import type { Config } from '../../../config/config.ts'
import type { EntityManager } from '../../../entities/database.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { proofMaker } from './proof-work.ts'
import { type ProofWorkerSettings, startProofWorker } from './proof-worker.ts'

export type OpenRenderer = Awaited<ReturnType<typeof openRenderer>>

interface Settings extends Pick<ProofWorkerSettings, 'log' | 'onFinished' | 'onOutcome' | 'onLost' | 'runFilesInWork'> {
  config: Pick<Config, 'files' | 'renderer'>
}

/**
 * Opens the browser and the press, and makes the queued proofs until it is stopped.
 * @throws {Error} when the browser cannot start here, or when the press profile cannot be read.
 */
export async function openRenderer(em: EntityManager, jobs: Jobs, { config, ...settings }: Settings) {
  const { chromium, pages, maxMegabytes, pressProfile } = config.renderer
  const profile = pressProfile === undefined ? undefined : readPressProfile(await readFile(pressProfile))
  // Loads its libraries while the browser starts.
  const press = openPress({ profile })
  const browser = await openLayoutBrowser({
    pages,
    maxMegabytes,
    ...(chromium !== undefined && { executablePath: chromium }),
  }).catch(async (error: unknown) => {
    await press.close()
    throw error
  })
  const engine = printEngine(browser, press)
  const worker = startProofWorker(em, jobs, {
    ...settings,
    engine,
    make: proofMaker({ em, engine, files: openFileStore(config), onFinished: settings.onFinished }),
    version: process.version,
    // While one proof is in the press, the browser lays out the next.
    slots: Math.max(2, Math.ceil(pages / 2) + 1),
  })
  const { confinement } = browser
  if (confinement.kind === 'none') {
    settings.log.warn(
      { event: 'renderer_not_isolated', reason: confinement.reason },
      'only built-in templates are rendered',
    )
  }
  return {
    browser: engine.browser,
    get inWork() {
      return worker.inWork
    },
    /** Takes no more proofs, waits this long for those in progress, and leaves the rest to other renderers. */
    async stop(limitMs: number) {
      await jobs.stop(limitMs)
      await worker.stop()
      await engine.close()
    },
  }
}
