import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { accountEmail } from '../staff/account-email.ts'
import { poolOf } from '../../db/prepared.ts'
import { sharedPoints } from '../../db/shared-points.ts'

/** Counts sign-ins of a minute, shared by all instances through the database. */
export interface SignInLimit {
  /** Counts one try from an address, for an account when it is known; the seconds to wait when it is one too many, else undefined. */
  consume(address: string, email?: string): Promise<number | undefined>
  /** Forgets the tries of an account whose owner has proven to be there. */
  forgive(email: string): Promise<void>
}

// The table holds no address of a person in clear.
const accountKey = (email: string) => createHash('sha256').update(accountEmail(email)).digest('base64url')

/** Fails closed: when the database does not answer nobody signs in. It is asked at the first sign-in, not before. */
export function signInLimit(em: EntityManager, perMinute: number): SignInLimit {
  const byAccount = async () => sharedPoints(await poolOf(em), 'sign-in-account', perMinute)
  const byAddress = async () => sharedPoints(await poolOf(em), 'sign-in-address', perMinute)

  return {
    async consume(address, email) {
      const account = await byAccount()
      const tries = await Promise.allSettled([
        ...(email === undefined ? [] : [account.consume(accountKey(email))]),
        (await byAddress()).consume(address),
      ])
      const waits = tries.flatMap((result) => {
        if (result.status === 'fulfilled') return []
        if (!(result.reason instanceof RateLimiterRes)) throw result.reason
        return [Math.max(1, Math.ceil(result.reason.msBeforeNext / 1000))]
      })
      return waits.length > 0 ? Math.max(...waits) : undefined
    },

    async forgive(email) {
      await (await byAccount()).delete(accountKey(email))
    },
  }
}
