import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Memory that the system counts for a process, in MiB. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Files and connections that a process has open. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Reachable memory of a process after a garbage collection, in MiB. */
export async function heldMemoryOf(folder: string, pid: number): Promise<number> {
  const file = path.join(folder, `held-${pid}`)
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (const since = Date.now(); !existsSync(file); await sleep(50))
    if (Date.now() - since > 10_000) throw new Error(`${pid} does not say what it holds`)
  return Number(readFileSync(file, 'utf8')) / 1024 / 1024
}
