import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

// The thread of `watchdog.ts`, which keeps running while the main thread is blocked.

export interface WatchdogData {
  /** Maximum CPU time of the process between two messages, in milliseconds. */
  limitMs: number
  /** The last log line. */
  lastLine: string
}

/** The main thread begins a task, or is idle. */
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
  // Unless the process uses several CPUs, its CPU time cannot exceed the elapsed time.
  if (message === 'begin') watch(process.cpuUsage(), limitMs / 2)
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage('ready')
