import { readFileSync } from 'node:fs'
import { codeOf } from './errors.ts'

/** The fields of /proc/<pid>/stat after the command name. Empty if there is no such process, or no /proc. */
function stat(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** True for a process that was killed but not yet reaped by its parent. Signal 0 still succeeds for a zombie. */
export const isZombie = (pid: number): boolean => stat(pid)[0] === 'Z'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** The start time of the process, which distinguishes it from a later one with the same PID. Empty on systems without /proc. */
export const startedAt = (pid: number): string => stat(pid)[19] ?? ''

/** The command line, separated by spaces. Undefined on systems without /proc. */
export function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}
