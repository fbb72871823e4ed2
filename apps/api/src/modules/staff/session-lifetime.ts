/** A session ends when nobody has used it for this long. */
export const idleMinutes = 30

/** A session ends after this long, whether it is used or not. */
export const absoluteHours = 12

/** The database channel on which the hash of an ended session is published, in hex. */
export const sessionEndedChannel = 'session_ended'
