import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
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
  const byAccount = async () => sharedPoints(await poolOf(em), 'sign-in-account')
  const byAddress = async () => sharedPoints(await poolOf(em), 'sign-in-address')

  return {
    async consume(address, email) {
      const account = await byAccount()
      const counts = await Promise.all([
        ...(email === undefined ? [] : [account.take(accountKey(email))]),
        (await byAddress()).take(address),
      ])
      const waits = counts
        .filter(({ taken }) => taken > perMinute)
        .map(({ msLeft }) => Math.max(1, Math.ceil(msLeft / 1000)))
      return waits.length > 0 ? Math.max(...waits) : undefined
    },

    async forgive(email) {
      await (await byAccount()).reset(accountKey(email))
    },
  }
}
