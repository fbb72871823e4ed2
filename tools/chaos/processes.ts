import { readFileSync, readdirSync } from 'node:fs'

/** Kills a process and all its descendants at once, as a power failure would. */
export function killTree(pid: number): void {
  // Stopped first, so that it starts no new process while its children are listed.
  signal(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) killTree(child)
  signal(pid, 'SIGKILL')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited already.
  }
}

/** The processes that this one started. */
function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((candidate) => parentOf(candidate) === pid).map(Number)
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
