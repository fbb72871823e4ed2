import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WatchdogData, WatchdogMessage } from './watchdog-thread.ts'

/** Ends the process when its main thread is blocked, so that its parent or supervisor restarts it. */
export interface Watchdog {
  /** Resolves when the watchdog is active: its thread may start while the main thread is already blocked. */
  ready: Promise<unknown>
  /** Call when the main thread begins a task, which gets the full limit. */
  begin(): void
  /** Call when the task has ended. */
  rest(): void
}

/**
 * The limit is CPU time of the whole process, so neither a busy machine nor a debugger exhausts it.
 * @param limitMs maximum CPU milliseconds per task
 * @param lastLine written to the log when the process is ended
 */
export function startWatchdog(limitMs: number, lastLine = ''): Watchdog {
  // The bundle puts it next to this code under its own name.
  const program = import.meta.url.endsWith('.ts') ? './watchdog-thread.ts' : './watchdog-thread.mjs'
  const thread = new Worker(new URL(program, import.meta.url), {
    workerData: { limitMs, lastLine } satisfies WatchdogData,
  })
  thread.unref()
  const send = (message: WatchdogMessage) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    thread.postMessage(message)
  }
  return { ready: once(thread, 'message'), begin: () => send('begin'), rest: () => send('rest') }
}

/** Normally, the API blocks the event loop for milliseconds at most. */
const eventLoopLimitMs = 5_000
const beatMs = 1_000

const blockedLine = `${JSON.stringify({ level: 60, event: 'event_loop_blocked', msg: 'the event loop is blocked' })}\n`

/** Ends the process when its event loop is blocked. */
export function watchEventLoop(): void {
  const watchdog = startWatchdog(eventLoopLimitMs, blockedLine)
  watchdog.begin()
  setInterval(() => watchdog.begin(), beatMs).unref()
}
