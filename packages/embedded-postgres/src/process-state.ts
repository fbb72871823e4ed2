import { readFileSync } from 'node:fs'

/** The fields of /proc/<pid>/stat after the command's name; nothing where there is no such process or no /proc. */
function stat(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Killed, but not collected by its parent yet. Such a process still answers signal 0. */
export const isZombie = (pid: number): boolean => stat(pid)[0] === 'Z'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** Tells a process from a later one that was given the same pid. Empty where there is no /proc. */
export const startedAt = (pid: number): string => stat(pid)[19] ?? ''

/** The command line with spaces between its words, or undefined where there is no /proc. */
export function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}
