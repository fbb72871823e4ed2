/** A session that nobody has used for this long is over. */
export const idleMinutes = 30

/** A session is over after this long, used or not. */
export const absoluteHours = 12

/** SQL that a session `s` of the account `u` can still be used. */
export const sessionIsAlive = `s.seen_at > now() - interval '${idleMinutes} minutes'
          and s.created_at > now() - interval '${absoluteHours} hours'
          and u.disabled_at is null`

/** Channel of the database on which the hash of a session that was ended is told, in hex. */
export const sessionEndedChannel = 'session_ended'
