/** A session that nobody has used for this long is over. */
export const idleMinutes = 30

/** A session is over after this long, used or not. */
export const absoluteHours = 12
