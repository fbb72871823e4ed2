import { loggable } from '../../../loggable.ts'
import type { OpenRenderer } from './open-renderer.ts'
import type { Log } from './proof-worker.ts'
import type { Renderers } from '../renderers.ts'

/** Time between two tries to open a renderer that could not be opened. */
const restMs = 30_000

export interface RendererOnDemand {
  /** Opens the renderer with the first call. Nobody is there when it cannot be opened: everything else goes on. */
  find(): Promise<Renderers>
  stop(limitMs: number): Promise<void>
}

const nobody: Renderers = { isThere: false, isCaged: false }

/** The renderer inside the process of the API, which is opened with the first proof. */
export function rendererOnDemand(
  open: () => Promise<OpenRenderer>,
  log: Log,
  clock: Pick<typeof performance, 'now'> = performance,
): RendererOnDemand {
  let opened: Promise<OpenRenderer | undefined> | undefined
  let triedAt = -Infinity
  let isOver = false

  return {
    async find() {
      if (isOver) return nobody
      if (!opened) {
        if (clock.now() - triedAt < restMs) return nobody
        triedAt = clock.now()
        opened = open().catch((error: unknown) => {
          log.warn({ event: 'renderer_absent', error: loggable(error) }, 'no renderer can be started here')
          opened = undefined
          return undefined
        })
      }
      const renderer = await opened
      return renderer ? { isThere: true, isCaged: renderer.browser.confinement.kind === 'caged' } : nobody
    },
    async stop(limitMs) {
      isOver = true
      const renderer = await opened
      await renderer?.stop(limitMs)
    },
  }
}
