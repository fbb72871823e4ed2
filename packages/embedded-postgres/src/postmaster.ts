import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, isAlive, isZombie } from './process-state.ts'

export interface Postmaster {
  pid: number
  port: number
  /** False while it starts or stops. */
  ready: boolean
}

const lockFile = (dataDir: string) => path.join(dataDir, 'postmaster.pid')

/** `postmaster.pid`: line 1 is the pid, line 4 the port, line 8 the status. */
function lockLines(dataDir: string): string[] {
  try {
    return readFileSync(lockFile(dataDir), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The server that runs on this folder now, if any. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const lines = lockLines(dataDir)
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  // After a reboot the pid in a stale file may belong to anything.
  if (commandLine(pid)?.includes(`-D ${dataDir} `) === false) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * PostgreSQL takes a killed server that nobody has collected for a live one, and refuses to start.
 * Some containers have a first process that never collects, so after 10 s the lock goes.
 */
export async function waitForCollection(dataDir: string): Promise<void> {
  const pid = Number(lockLines(dataDir)[0])
  const isHeld = () => pid > 0 && isZombie(pid)
  const giveUpAt = Date.now() + 10_000
  while (isHeld() && Date.now() < giveUpAt) await sleep(50)
  if (isHeld()) rmSync(lockFile(dataDir), { force: true })
}

/** A fast stop ends open transactions and writes everything out; an immediate one only ends. */
export async function stopPostmaster(pid: number, how: 'fast' | 'immediate'): Promise<void> {
  signal(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const startedStopping = Date.now()
  while (isAlive(pid)) {
    if (Date.now() - startedStopping > 30_000) signal(pid, 'SIGQUIT')
    await sleep(10)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself.
  }
}
