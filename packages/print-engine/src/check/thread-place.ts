import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'

/** Where and when a thread may run. */
export interface ThreadPlace {
  /** Processors, as taskset reads them. All when nothing is said. */
  processors: string | undefined
  /** Only while nobody else wants a processor: whoever answers callers goes first on a busy machine. */
  runsLast: boolean
}

/**
 * Gives the calling thread its place. Only Linux has one for each thread. A machine without these programs leaves it where it
 * is, at a lower priority if it should run last.
 */
export function takePlace({ processors, runsLast }: ThreadPlace): void {
  if (process.platform !== 'linux') return
  const thread = path.basename(readlinkSync('/proc/thread-self'))
  if (runsLast) {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    execFile('chrt', ['--idle', '--pid', '0', thread], () => {})
  }
  if (processors) execFile('taskset', ['--pid', '--cpu-list', processors, thread], () => {})
}
