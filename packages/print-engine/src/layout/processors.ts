import { existsSync, readFileSync } from 'node:fs'

/** The numbers of a list as Linux writes it: "0-2,5". */
const numbersOf = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

const statusFile = '/proc/self/status'

function allowedHere(): string {
  const status = existsSync(statusFile) ? readFileSync(statusFile, 'utf8') : ''
  return /^Cpus_allowed_list:\s+(\S+)/m.exec(status)?.[1] ?? ''
}

/**
 * The processors for printing, as taskset reads them: so many, or all but one. Somebody who was just woken waits for the
 * end of another's turn, whatever the priorities, and only where a processor is left for those who answer callers they do
 * not wait. Undefined when all may be used, and where the system does not tell.
 */
export function printProcessors(most?: number, allowed: string = allowedHere()): string | undefined {
  const all = allowed === '' ? [] : numbersOf(allowed)
  const used = Math.max(1, most ?? all.length - 1)
  return used < all.length ? all.slice(-used).join(',') : undefined
}
