import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, isAlive, isZombie } from './process-state.ts'

export interface Postmaster {
  pid: number
  port: number
  /** False while the server is starting or stopping. */
  ready: boolean
}

const lockFile = (dataDir: string) => path.join(dataDir, 'postmaster.pid')

/** The lines of `postmaster.pid`: the first is the PID, the fourth the port, and the eighth the status. */
function lockLines(dataDir: string): string[] {
  try {
    return readFileSync(lockFile(dataDir), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The server running on this folder, if any. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const lines = lockLines(dataDir)
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  // After a reboot, the PID in a stale file may belong to any process.
  if (commandLine(pid)?.includes(`-D ${dataDir} `) === false) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Waits until a killed server has been reaped: PostgreSQL mistakes a zombie for a live server and refuses to start. In
 * some containers, the first process never reaps its children, so after 10 s the lock file is removed.
 */
export async function waitUntilReaped(dataDir: string): Promise<void> {
  const pid = Number(lockLines(dataDir)[0])
  const isHeld = () => pid > 0 && isZombie(pid)
  const giveUpAt = performance.now() + 10_000
  while (isHeld() && performance.now() < giveUpAt) await sleep(50)
  if (isHeld()) rmSync(lockFile(dataDir), { force: true })
}

/** A fast stop rolls back open transactions and writes a checkpoint. An immediate stop does neither. */
export async function stopPostmaster(pid: number, how: 'fast' | 'immediate'): Promise<void> {
  signal(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const startedStopping = performance.now()
  while (isAlive(pid)) {
    if (performance.now() - startedStopping > 30_000) signal(pid, 'SIGQUIT')
    await sleep(10)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
