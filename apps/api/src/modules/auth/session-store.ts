import type { SessionStore } from '@fastify/session'
import type { Session } from 'fastify'
import { sessionIdHash } from '../../http/session.ts'
import { now } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { type Owner, ownerColumns } from '../../entities/owner.ts'
import { browserWords } from '../staff/browser-words.ts'
import { publishedEnd } from '../sessions/end-sessions.ts'
import { lockOwner } from '../sessions/lock-owner.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'

/** Passes a promise's result to the callback that @fastify/session expects. */
const report = <Value>(outcome: Promise<Value>, done: (error: unknown, value?: Value) => void) =>
  void outcome.then(
    (value) => done(null, value),
    (error: unknown) => done(error),
  )

const describeCaller = ({ caller }: Session) =>
  caller && { browser: browserWords(caller.userAgent), network: networkOfCaller(caller.address) }

interface FoundSession extends Pick<Session, 'staff' | 'member' | 'endsAt' | 'hasSecondFactor'> {
  owner: Owner
  /** True when its last use was recorded more than a minute ago. */
  isStale: boolean
}

type FindSession = (em: EntityManager, idHash: Buffer) => Promise<FoundSession | undefined>

/**
 * Sessions in PostgreSQL, whose clock decides when they end. One query finds the session and the person, so a disabled
 * account, a new role, or a removed member takes effect with the next request.
 * @param findSession finds staff sessions or member sessions
 * @param options with `prolongs: false`, reading a session does not count as using it
 */
export function sessionStore(em: EntityManager, findSession: FindSession, { prolongs = true } = {}): SessionStore {
  const find = async (sessionId: string): Promise<Session | null> => {
    const id = sessionIdHash(sessionId)
    const found = await findSession(em, id)
    if (!found) return null
    const { isStale, ...session } = found
    // Writes once a minute instead of on every request.
    if (isStale && prolongs) {
      await tables(em)
        .updateTable('staff_session')
        .set({ seenAt: now })
        .where('idHash', '=', id)
        .execute()
        // Signed-in users can still read while the database is read-only.
        .catch(() => {})
    }
    return { ...session, cookie: { originalMaxAge: null } }
  }
  const save = async (sessionId: string, session: Session): Promise<void> => {
    // No user is signed in yet, so there is nothing to store.
    const { owner } = session
    if (!owner) return
    await em.transactional(async (transaction) => {
      if (!(await lockOwner(transaction, owner))) return
      await tables(transaction)
        .insertInto('staff_session')
        .values({ idHash: sessionIdHash(sessionId), ...ownerColumns(owner), ...describeCaller(session) })
        .onConflict((conflict) => conflict.column('idHash').doNothing())
        .execute()
    })
  }
  const end = (sessionId: string) =>
    tables(em)
      .deleteFrom('staff_session')
      .where('idHash', '=', sessionIdHash(sessionId))
      .returning(publishedEnd)
      .execute()
  return {
    get: (sessionId, done) => report(find(sessionId), done),
    set: (sessionId, session, done) => report(save(sessionId, session), done),
    destroy: (sessionId, done) => report(end(sessionId), (error) => done(error)),
  }
}
