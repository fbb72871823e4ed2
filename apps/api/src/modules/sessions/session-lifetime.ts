import type { Owner } from '../../entities/owner.ts'

/**
 * A session ends after `idleMinutes` without use, and `absoluteHours` after it began. Members return to the customer area during
 * a
 * working day, and each sign-in requires a trip to their mailbox.
 */
export const sessionLifetimes: Readonly<Record<Owner['kind'], { idleMinutes: number; absoluteHours: number }>> = {
  staff: { idleMinutes: 30, absoluteHours: 12 },
  member: { idleMinutes: 480, absoluteHours: 168 },
}

/** The database channel on which the hash of an ended session is published, in hex. */
export const sessionEndedChannel = 'session_ended'
