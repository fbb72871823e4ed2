import type { Owner } from '../../entities/owner.ts'

/**
 * A session ends when nobody has used it for `idleMinutes`, and `absoluteHours` after it began. Members of customers come back to
 * the customer area during a working day, and each sign-in costs them a look into their mailbox.
 */
export const sessionLifetimes: Readonly<Record<Owner['kind'], { idleMinutes: number; absoluteHours: number }>> = {
  staff: { idleMinutes: 30, absoluteHours: 12 },
  member: { idleMinutes: 480, absoluteHours: 168 },
}

/** The database channel on which the hash of an ended session is published, in hex. */
export const sessionEndedChannel = 'session_ended'
