import { type RawBuilder, sql } from 'kysely'
import { columns } from '../../db/sql.ts'
import { notFound, ProblemError, unauthorized } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { SessionEntity } from '../../entities/accounts.entity.ts'
import type { Owner } from '../../entities/owner.ts'
import { sessionEndedChannel } from './session-lifetime.ts'

const { idHash } = columns(SessionEntity)
const publish: RawBuilder<unknown> = sql`pg_notify(${sessionEndedChannel}, encode(${idHash}, 'hex'))`

/** Returned when a session is deleted: notifies every instance, so the session's open event streams end. */
export const publishedEnd = publish.as('published')

/**
 * Guards a change that outlives its session. Call it after a lock that ending sessions also waits for.
 * @throws {ProblemError} 401 when the session with this key has ended since the request began
 */
export const assertSession = (transaction: EntityManager, key: string) =>
  tables(transaction)
    .selectFrom('staff_session')
    .select('id')
    .where('idHash', '=', Buffer.from(key, 'hex'))
    .executeTakeFirstOrThrow(unauthorized)

/**
 * Ends the sessions of a person, except the one with this key, along with their open event streams and pending
 * sign-ins. Resolves with the number of sessions ended.
 * @throws {ProblemError} 401 when the excepted session has ended since the request began
 */
export async function endSessions(em: EntityManager, { kind, id }: Owner, keptSessionKey?: string): Promise<number> {
  if (keptSessionKey !== undefined) await assertSession(em, keptSessionKey)
  await tables(em).deleteFrom('sign_in_challenge').where(kind, '=', id).execute()
  const ended = await tables(em)
    .deleteFrom('staff_session')
    .where(kind, '=', id)
    .where('idHash', '<>', Buffer.from(keptSessionKey ?? '', 'hex'))
    .returning(publishedEnd)
    .execute()
  return ended.length
}

/** Ends one session of a person. Resolves with whether there was one. */
export async function endSession(em: EntityManager, owner: Owner, id: string, exceptKey = ''): Promise<boolean> {
  const ended = await tables(em)
    .deleteFrom('staff_session')
    .where('id', '=', id)
    .where(owner.kind, '=', owner.id)
    .where('idHash', '<>', Buffer.from(exceptKey, 'hex'))
    .returning(publishedEnd)
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Ends another session of the caller's own account.
 * @throws {ProblemError} 404, 409 for the current session.
 */
export async function endOtherSession(em: EntityManager, owner: Owner, key: string, id: string): Promise<void> {
  if (await endSession(em, owner, id, key)) return
  const own = await tables(em)
    .selectFrom('staff_session')
    .select('id')
    .where('idHash', '=', Buffer.from(key, 'hex'))
    .executeTakeFirst()
  if (own?.id !== id) throw notFound('session')
  throw new ProblemError(409, 'own_session', 'This is your current session. Sign out to end it.')
}
