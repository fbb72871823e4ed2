import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { loggable } from '../../../errors/loggable.ts'
import type { Log } from '../../../jobs/jobs.ts'
import type { Renderers } from '../renderers/remembered-renderers.ts'

/** The renderer's state, which it sends to its parent as a heartbeat. */
export type RendererState = 'starting' | 'isolated' | 'none'

/** Time for an ending process to release its proofs and close the browser. */
export const drainLimitMs = 9_000
/** Heartbeat interval. */
export const beatMs = 1_000
/** After this many missed heartbeats, the process counts as hung, for example in a template that never ends. */
const maxMissedBeats = 10
/**
 * Additional heartbeats allowed before the first one: on a busy machine, loading the code alone takes longer than ten.
 */
const startBeats = 50
/** Pause before restarting a process that ended soon after its start. */
const cooldownMs = 30_000

interface Settings {
  /** The program, which sends its state to its parent. */
  program: URL
  env: NodeJS.ProcessEnv
  log: Log
  /** A process that takes longer to start counts as available; it makes its proofs once it is up. */
  patienceMs?: number
  beatMs?: number
  cooldownMs?: number
}

/**
 * Runs the browser, PDFium, and customers' templates in a separate process, which is replaced when it hangs or ends.
 */
export function rendererProcess(settings: Settings) {
  const { program, env, log, patienceMs = 4_000 } = settings
  const { beatMs: tickMs = beatMs, cooldownMs: pauseMs = cooldownMs } = settings
  let child: ChildProcess | undefined
  let state: RendererState = 'starting'
  let known = Promise.withResolvers<void>()
  let missedBeats = 0
  let startedAt = 0
  let isOver = false

  const start = () => {
    startedAt = performance.now()
    state = 'starting'
    missedBeats = -startBeats
    known = Promise.withResolvers()
    const started = fork(program, { env })
    child = started
    started.on('message', (message: RendererState) => {
      missedBeats = 0
      state = message
      if (state !== 'starting') known.resolve()
    })
    started.on('error', (error) => log.warn({ event: 'renderer_absent', error: loggable(error) }))
    started.on('exit', (code, signal) => {
      if (child === started) child = undefined
      known.resolve()
      if (!isOver) log.warn({ event: 'renderer_ended', code, signal }, 'the process that renders ended')
    })
  }

  const mayStart = () => !isOver && !child && performance.now() - startedAt >= pauseMs

  const tick = () => {
    missedBeats += 1
    if (child && missedBeats > maxMissedBeats) {
      log.warn({ event: 'renderer_hangs' }, 'the process that renders does not answer, and is killed')
      child.kill('SIGKILL')
    }
    if (mayStart()) start()
  }
  const ticker = setInterval(tick, tickMs).unref()
  start()

  return {
    /**
     * Waits for the process that is starting. If it cannot be started, there is no renderer, and everything else
     * continues.
     */
    async find(): Promise<Renderers> {
      if (mayStart()) start()
      if (child && state === 'starting')
        await Promise.race([known.promise, sleep(patienceMs, undefined, { ref: false })])
      return { isThere: child !== undefined, isIsolated: child !== undefined && state !== 'none' }
    },
    async stop(limitMs: number) {
      isOver = true
      clearInterval(ticker)
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child?.kill('SIGKILL'), limitMs)
      await ended
      clearTimeout(timer)
    },
  }
}
