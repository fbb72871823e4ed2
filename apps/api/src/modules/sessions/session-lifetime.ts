import { sql } from 'kysely'
import type { Owner } from '../../entities/owner.ts'
import { prepared, columns, instantText } from '../../db/sql.ts'
import { SessionEntity } from '../../entities/accounts.entity.ts'

/**
 * A session ends after `idleMinutes` without use, or `absoluteHours` after it began. Members return to the customer
 * area throughout a working day, and each sign-in requires a trip to their mailbox.
 */
export const sessionLifetimes: Readonly<Record<Owner['kind'], { idleMinutes: number; absoluteHours: number }>> = {
  staff: { idleMinutes: 30, absoluteHours: 12 },
  member: { idleMinutes: 480, absoluteHours: 168 },
}

/** The database channel on which the hash of an ended session is published, in hex. */
export const sessionEndedChannel = 'session_ended'

const session = columns(SessionEntity, 's')

/** SQL about a session with the alias `s`, for people of this kind. */
export function sessionSql(kind: Owner['kind']) {
  const { idleMinutes, absoluteHours } = sessionLifetimes[kind]
  const lifetime = sql`interval ${sql.lit(`${absoluteHours} hours`)}`
  return {
    isAlive: prepared(
      sql`${session.seenAt} > now() - interval ${sql.lit(`${idleMinutes} minutes`)} and ${session.createdAt} > now() - ${lifetime}`,
    ),
    /** True when its last use was recorded more than a minute ago. */
    isStale: sql`${session.seenAt} < now() - interval '1 minute'`,
    endsAt: instantText(sql`(${session.createdAt} + ${lifetime})`),
  }
}
