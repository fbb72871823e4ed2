import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

// The thread of `watchdog.ts`, which runs while the main thread is blocked.

export interface WatchdogData {
  /** Milliseconds of a processor that the process may use between two messages. */
  limitMs: number
  /** The last line of its log. */
  lastLine: string
}

/** The main thread begins something new, or has nothing to do. */
export type WatchdogMessage = 'begin' | 'rest'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- watchdog.ts sends it.
const { limitMs, lastLine } = workerData as WatchdogData
let timer: NodeJS.Timeout | undefined

function end(): void {
  writeSync(1, lastLine)
  process.kill(process.pid, 'SIGKILL')
}

function watch(before: NodeJS.CpuUsage, ms: number): void {
  timer = setTimeout(() => {
    const { user, system } = process.cpuUsage(before)
    const left = limitMs - (user + system) / 1000
    if (left <= 0) end()
    else watch(before, Math.ceil(left))
  }, ms)
}

parentPort?.on('message', (message: WatchdogMessage) => {
  clearTimeout(timer)
  // It cannot use a processor for longer than time has passed, unless it uses several.
  if (message === 'begin') watch(process.cpuUsage(), limitMs / 2)
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage('ready')
