import type { Allowance } from './limits.ts'
import { callerOf } from '../config/network.ts'

const windowMs = 60_000
const maxAddresses = 20_000

/**
 * Counts every request of an address in this instance's memory, at almost no cost, so that one caller cannot monopolize
 * the process. 0 requests only read the count. Limits across all instances (writes and sign-ins) are counted in the
 * database instead.
 */
export function requestLimit(limit: number): (address: string, requests?: number) => Allowance {
  let used = new Map<string, number>()
  let endsAt = -Infinity
  return (address, requests = 1) => {
    // The process's monotonic clock, because the system clock may be set back.
    const now = performance.now()
    // All addresses share one window, so that resetting it takes one assignment. A flood of addresses ends it early.
    if (now >= endsAt || used.size >= maxAddresses) {
      used = new Map()
      endsAt = now + windowMs
    }
    const key = callerOf(address)
    const count = (used.get(key) ?? 0) + requests
    used.set(key, count)
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.ceil((endsAt - now) / 1000),
      isExceeded: count > limit,
    }
  }
}
