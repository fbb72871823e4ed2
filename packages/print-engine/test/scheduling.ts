import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** SCHED_IDLE of Linux, as /proc calls it: whoever has it runs while nobody else wants a processor. */
export const idlePolicy = 5

/** Whether this machine has what gives it to others. */
export const canRunLast = spawnSync('chrt', ['--idle', '0', 'true']).status === 0

/** By which rule the system gives them a processor. Those that have ended are left out. */
async function policies(stats: readonly string[]): Promise<number[]> {
  const read = await Promise.all(stats.map((stat) => readFile(stat, 'utf8').catch(() => undefined)))
  return read.flatMap((text) => (text ? [Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[38])] : []))
}

export const policiesOf = (processes: readonly number[]): Promise<number[]> =>
  policies(processes.map((id) => `/proc/${id}/stat`))

/** Of every thread of this process. */
export async function ownThreadPolicies(): Promise<number[]> {
  const threads = await readdir('/proc/self/task').catch(() => [])
  return policies(threads.map((id) => `/proc/self/task/${id}/stat`))
}
