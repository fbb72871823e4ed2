import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'

/**
 * Lets the calling thread run only on these processors, and only while nobody else wants them: whoever answers callers
 * goes first on a busy machine. Only Linux gives a thread a priority of its own. A machine without these programs leaves it
 * at a lower priority.
 * @param processors a list as taskset reads it
 */
export function runLast(processors?: string): void {
  if (process.platform !== 'linux') return
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const thread = path.basename(readlinkSync('/proc/thread-self'))
  execFile('chrt', ['--idle', '--pid', '0', thread], () => {})
  if (processors) execFile('taskset', ['--pid', '--cpu-list', processors, thread], () => {})
}
