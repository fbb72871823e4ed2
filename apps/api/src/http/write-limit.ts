import { setTimeout as sleep } from 'node:timers/promises'
import type { SharedPoints } from '../db/shared-points.ts'
import { callerOf } from '../config/network.ts'
import type { Allowance } from './limits.ts'

interface Lease {
  used: number
  /** Writes allowed before the next check of the shared store. */
  granted: number
  /** Size of the next block to request. */
  block: number
  /** Expiry, in milliseconds of the process's monotonic clock. */
  endsAt: number
  isSpent: boolean
  asking: Promise<void> | undefined
}

const windowMs = 60_000
/** Maximum wait for the store. It leaves most of a write's five seconds for storing it. */
const storeTimeoutMs = 500
const maxAddresses = 10_000

/**
 * Counts an address's writes across all instances without a round trip for each. An instance accepts the first write
 * immediately and reports it in the background; then it takes blocks of writes from the store. Block sizes double, so
 * that an instance never wastes more than it has used. An address can exceed its limit by one write per instance. When
 * the store does not respond, everyone may write: a lead is worth more than the limit.
 */
export function writeLimit(
  store: () => Promise<Pick<SharedPoints, 'take'>>,
  limit: number,
): (address: string) => Promise<Allowance> {
  const largestBlock = Math.max(1, Math.floor(limit / 10))
  const leases = new Map<string, Lease>()

  const leaseOf = (key: string): Lease => {
    const known = leases.get(key)
    if (known && known.endsAt > performance.now()) return known
    leases.delete(key)
    forgetOldest(leases)
    const endsAt = performance.now() + windowMs
    const fresh: Lease = { used: 0, granted: 1, block: 1, endsAt, isSpent: false, asking: undefined }
    leases.set(key, fresh)
    ask(key, fresh, 0)
    return fresh
  }

  /** Takes another block. `grants` is how many writes it allows: 0 if it covers one that was already accepted. */
  const ask = (key: string, lease: Lease, grants: number) => {
    if (lease.asking) return
    const { block } = lease
    lease.block = Math.min(2 * block, largestBlock)
    const answer = store().then((points) => points.take(key, block))
    const silence = sleep(storeTimeoutMs, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')))
    lease.asking = Promise.race([answer, silence])
      .then(
        ({ taken, msLeft }) => {
          lease.endsAt = performance.now() + msLeft
          lease.isSpent = taken > limit
          lease.granted += lease.isSpent ? Math.max(0, limit - (taken - block)) - (block - grants) : grants
        },
        () => {
          lease.granted += largestBlock
        },
      )
      .finally(() => {
        lease.asking = undefined
      })
  }

  return async (address) => {
    const key = callerOf(address)
    const lease = leaseOf(key)
    lease.used += 1
    const rank = lease.used
    if (rank <= limit) {
      while (rank > lease.granted && !lease.isSpent) {
        ask(key, lease, lease.block)
        await lease.asking
      }
    }
    const allowed = lease.isSpent ? Math.min(lease.granted, limit) : limit
    return {
      limit,
      remaining: Math.max(0, allowed - lease.used),
      resetSeconds: Math.max(0, Math.ceil((lease.endsAt - performance.now()) / 1000)),
      isExceeded: rank > allowed,
    }
  }
}

/** Keeps a flood of addresses from filling the memory. A map keeps its keys in insertion order. */
function forgetOldest(leases: Map<string, Lease>): void {
  for (const key of leases.keys()) {
    if (leases.size < maxAddresses) return
    leases.delete(key)
  }
}
