import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WatchdogData, WatchdogMessage } from './watchdog-thread.ts'

/** Ends the process when its main thread is blocked, so that its parent or supervisor starts another one. */
export interface Watchdog {
  /** Resolves when it watches: its thread may start while the main thread is already blocked. */
  ready: Promise<unknown>
  /** The main thread begins a piece of work. It has all of its time. */
  begin(): void
  /** The piece of work has ended. */
  rest(): void
}

/**
 * The limit is processor time of the whole process, so neither a busy machine nor a debugger makes it run out.
 * @param limitMs milliseconds of a processor that one piece of work may take
 * @param lastLine is written to the log when it ends the process
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

/** The API's longest normal block of the event loop takes milliseconds. */
const eventLoopLimitMs = 5_000
const beatMs = 1_000

const blockedLine = `${JSON.stringify({ level: 60, event: 'event_loop_blocked', msg: 'the event loop is blocked' })}\n`

/** Ends the process when its event loop is blocked. */
export function watchEventLoop(): void {
  const watchdog = startWatchdog(eventLoopLimitMs, blockedLine)
  watchdog.begin()
  setInterval(() => watchdog.begin(), beatMs).unref()
}
