import { setTimeout as sleep } from 'node:timers/promises'
import { loggable } from '../../../loggable.ts'
import type { Renderers } from '../renderers/remembered-renderers.ts'
import type { OpenRenderer } from './open-renderer.ts'
import type { Log } from './proof-worker.ts'

/** Time between two tries to open a renderer that could not be opened, or that lost its browser. */
const restMs = 30_000

export interface RendererOnDemand {
  /** Opens the renderer with the first call. Nobody is there when it cannot be opened: everything else goes on. */
  find(): Promise<Renderers>
  stop(limitMs: number): Promise<void>
}

interface Parts {
  /** Opens it. `onLost` is called when its browser ended and does not start again. */
  open: (onLost: () => void) => Promise<OpenRenderer>
  /** Whether proofs wait. */
  hasWork: () => Promise<boolean>
  log: Log
  clock?: Pick<typeof performance, 'now'>
  /** A renderer that takes longer to open counts as there: its proofs are made when it is open. */
  patienceMs?: number
}

const nobody: Renderers = { isThere: false, isCaged: false }
const onItsWay: Renderers = { isThere: true, isCaged: true }

/** The renderer inside the process of the API, which is opened with the first proof. */
export function rendererOnDemand({
  open,
  hasWork,
  log,
  clock = performance,
  patienceMs = 4_000,
}: Parts): RendererOnDemand {
  let opened: Promise<OpenRenderer | undefined> | undefined
  let running: OpenRenderer | undefined
  let closing: Promise<void> | undefined
  let triedAt = -Infinity
  let isOver = false
  const state = (): Renderers =>
    running ? { isThere: true, isCaged: running.browser.confinement.kind === 'caged' } : nobody

  const openAnew = () => {
    triedAt = clock.now()
    const opening: Promise<OpenRenderer | undefined> = open(() => lose(opening)).then(
      (renderer) => (opened === opening ? (running = renderer) : renderer),
      (error: unknown) => {
        log.warn({ event: 'renderer_absent', error: loggable(error) }, 'no renderer can be started here')
        opened = undefined
        return undefined
      },
    )
    opened = opening
  }

  const lose = (lost: Promise<OpenRenderer | undefined>) => {
    if (opened !== lost) return
    log.warn({ event: 'browser_lost' }, 'the renderer is closed, and opened again after a rest')
    opened = undefined
    running = undefined
    triedAt = clock.now()
    closing = lost
      .then((renderer) => renderer?.stop(0))
      .catch((error: unknown) => log.warn({ error: loggable(error) }, 'the renderer did not close in order'))
  }

  const find = async () => {
    if (isOver) return nobody
    if (running) return state()
    if (!opened && clock.now() - triedAt < restMs) return nobody
    if (!opened) openAnew()
    return Promise.race([opened?.then(state) ?? nobody, sleep(patienceMs, onItsWay, { ref: false })])
  }

  /** Proofs of a process or of a browser that ended may wait without anybody who asks for another one. */
  const lookForWork = async () => {
    if (!opened && (await hasWork())) await find()
  }
  const looking = setInterval(() => {
    lookForWork().catch((error: unknown) => log.warn({ error: loggable(error) }, 'could not see whether proofs wait'))
  }, restMs).unref()

  return {
    find,
    async stop(limitMs) {
      isOver = true
      clearInterval(looking)
      const renderer = await opened
      await Promise.all([closing, renderer?.stop(limitMs)])
    },
  }
}
