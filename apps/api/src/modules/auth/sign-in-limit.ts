import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { accountEmail } from '../staff/account-email.ts'
import { poolOf } from '../../db/prepared.ts'
import { sharedPoints } from '../../db/shared-points.ts'

/** Counts sign-in attempts per minute, in the database for all instances. */
export interface SignInLimit {
  /**
   * Counts one attempt of an address, and of an account when it is known. Returns the seconds to wait when that was one
   * too many, else undefined.
   */
  consume(address: string, email?: string): Promise<number | undefined>
  /** Resets the count of an account whose owner has signed in. */
  forgive(email: string): Promise<void>
}

/** The message to a person who has no attempts left. */
export const tooManyAttempts = (waitSeconds: number): string =>
  `Too many attempts. Try again in ${waitSeconds} ${waitSeconds === 1 ? 'second' : 'seconds'}.`

// The table contains no email address in plain text.
const accountKey = (email: string) => createHash('sha256').update(accountEmail(email)).digest('base64url')

/** Fails closed: while the database does not answer, nobody signs in. The first sign-in opens the connection. */
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
