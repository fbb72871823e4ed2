import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { callerOf } from '../../config/network.ts'
import { ProblemError } from '../../errors/errors.ts'
import { accountEmail } from '../staff/account-email.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { poolOf } from '../../db/sql.ts'
import { sharedPoints } from '../../db/shared-points.ts'

/** The message for a person who has no attempts left. */
export const tooManyAttempts = (waitSeconds: number): string =>
  `Too many attempts. Try again in ${waitSeconds} ${waitSeconds === 1 ? 'second' : 'seconds'}.`

/** @throws {ProblemError} 429 after too many attempts */
export async function countAttempt(
  { clientAddress, signInLimit: attempts }: { clientAddress: string; signInLimit: SignInLimit },
  email?: string,
): Promise<void> {
  const retryAfterSeconds = await attempts.consume(clientAddress, email)
  if (retryAfterSeconds !== undefined) {
    throw new ProblemError(429, 'rate_limited', tooManyAttempts(retryAfterSeconds), { retryAfterSeconds })
  }
}

// The table stores no email address in plain text.
const accountKey = (email: string) => createHash('sha256').update(accountEmail(email)).digest('base64url')

/** An account's total limit, as a multiple of its limit for one network. */
const networksOfAnAccount = 50

/**
 * Counts sign-in attempts per minute, in the database for all instances.
 *
 * Knowing an email must not be enough to lock its owner out. So attempts are counted by address first, then for the
 * account from the caller's network, and only then for the account from everywhere, whose limit a few networks cannot
 * reach. An attempt that one limit rejects does not count toward the next.
 *
 * Fails closed: without the database, every sign-in is rejected. The first sign-in opens the connection.
 */
export function signInLimit(em: EntityManager, perMinute: number) {
  const points = async () => sharedPoints(await poolOf(em), 'sign-in')
  const keys = {
    address: (address: string) => `address:${callerOf(address)}`,
    network: (address: string, email: string) => `network:${networkOfCaller(address)}:${accountKey(email)}`,
    account: (email: string) => `account:${accountKey(email)}`,
  }

  return {
    /**
     * Counts one attempt of an address, and of an account if it is known. Returns the seconds to wait if that was one
     * too many, otherwise undefined.
     */
    async consume(address: string, email?: string): Promise<number | undefined> {
      const limits: [key: string, limit: number][] = [[keys.address(address), perMinute]]
      if (email !== undefined) {
        limits.push([keys.network(address, email), perMinute], [keys.account(email), perMinute * networksOfAnAccount])
      }
      const store = await points()
      for (const [key, limit] of limits) {
        const { taken, msLeft } = await store.take(key)
        if (taken > limit) return Math.max(1, Math.ceil(msLeft / 1000))
      }
      return undefined
    },

    /** Resets the counts of an account after its owner has signed in from this address. */
    async forgive(address: string, email: string): Promise<void> {
      const store = await points()
      await Promise.all([store.reset(keys.network(address, email)), store.reset(keys.account(email))])
    },
  }
}

export type SignInLimit = ReturnType<typeof signInLimit>
