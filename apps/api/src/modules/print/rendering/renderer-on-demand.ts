import { setTimeout as sleep } from 'node:timers/promises'
import { loggable } from '../../../loggable.ts'
import type { OpenRenderer } from './open-renderer.ts'
import type { Log } from './proof-worker.ts'
import type { Renderers } from '../renderers/remembered-renderers.ts'

/** Time between two tries to open a renderer that could not be opened. */
const restMs = 30_000

export interface RendererOnDemand {
  /** Opens the renderer with the first call. Nobody is there when it cannot be opened: everything else goes on. */
  find(): Promise<Renderers>
  stop(limitMs: number): Promise<void>
}

interface Options {
  clock?: Pick<typeof performance, 'now'>
  /** A renderer that takes longer to open counts as there: its proofs are made when it is open. */
  patienceMs?: number
}

const nobody: Renderers = { isThere: false, isCaged: false }
const onItsWay: Renderers = { isThere: true, isCaged: true }

/** The renderer inside the process of the API, which is opened with the first proof. */
export function rendererOnDemand(
  open: () => Promise<OpenRenderer>,
  log: Log,
  { clock = performance, patienceMs = 4_000 }: Options = {},
): RendererOnDemand {
  let opened: Promise<OpenRenderer | undefined> | undefined
  let running: OpenRenderer | undefined
  let triedAt = -Infinity
  let isOver = false
  const state = (): Renderers =>
    running ? { isThere: true, isCaged: running.browser.confinement.kind === 'caged' } : nobody

  return {
    async find() {
      if (isOver) return nobody
      if (running) return state()
      if (!opened) {
        if (clock.now() - triedAt < restMs) return nobody
        triedAt = clock.now()
        opened = open().then(
          (renderer) => (running = renderer),
          (error: unknown) => {
            log.warn({ event: 'renderer_absent', error: loggable(error) }, 'no renderer can be started here')
            opened = undefined
            return undefined
          },
        )
      }
      return Promise.race([opened.then(state), sleep(patienceMs, onItsWay, { ref: false })])
    },
    async stop(limitMs) {
      isOver = true
      const renderer = await opened
      await renderer?.stop(limitMs)
    },
  }
}
