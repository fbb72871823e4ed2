import type { Allowance } from './limits.ts'
import { callerOf } from './caller.ts'

const windowMs = 60_000
const maxAddresses = 20_000

/**
 * Counts every request of an address in this instance, in memory and for nothing: it stops one caller from taking the
 * process for itself. What must hold over all instances is counted in the database instead (write and sign-in limits).
 */
export function requestLimit(limit: number): (address: string) => Allowance {
  let used = new Map<string, number>()
  let endsAt = 0
  return (address) => {
    const now = Date.now()
    // One window for everybody, so that forgetting is one assignment. A flood of addresses ends it early.
    if (now >= endsAt || used.size >= maxAddresses) {
      used = new Map()
      endsAt = now + windowMs
    }
    const key = callerOf(address)
    const count = (used.get(key) ?? 0) + 1
    used.set(key, count)
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.ceil((endsAt - now) / 1000),
      isExceeded: count > limit,
    }
  }
}
