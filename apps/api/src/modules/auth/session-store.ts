import type { SessionStore } from '@fastify/session'
import type { Session } from 'fastify'
import { sessionIdHash } from '../../http/session-key.ts'
import { now } from '../../db/database-clock.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { type Owner, ownerColumns } from '../../entities/owner.ts'
import { browserWords } from '../staff/browser-words.ts'
import { publishedEnd } from '../sessions/end-sessions.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'

/** Passes a promise's result to the callback that @fastify/session expects. */
const report = <Value>(outcome: Promise<Value>, done: (error: unknown, value?: Value) => void) =>
  void outcome.then(
    (value) => done(null, value),
    (error: unknown) => done(error),
  )

const describeCaller = ({ caller }: Session) =>
  caller && { browser: browserWords(caller.userAgent), network: networkOfCaller(caller.address) }

/** A living session with the person behind it. */
interface FoundSession extends Pick<Session, 'staff' | 'member' | 'endsAt' | 'hasSecondFactor'> {
  owner: Owner
  /** Its last use was recorded more than a minute ago. */
  isStale: boolean
}

type FindSession = (em: EntityManager, idHash: Buffer) => Promise<FoundSession | undefined>

/**
 * Sessions in PostgreSQL, whose clock decides when they end. One query finds the session and the person, so that a disabled
 * account, a new role, and a removed member take effect with the next request.
 */
export class PgSessionStore implements SessionStore {
  readonly #em: EntityManager
  readonly #findSession: FindSession
  readonly #prolongs: boolean

  /**
   * @param findSession finds the sessions of staff, or those of members
   * @param options reading a session through a store that does not prolong does not count as using it
   */
  constructor(em: EntityManager, findSession: FindSession, { prolongs = true } = {}) {
    this.#em = em
    this.#findSession = findSession
    this.#prolongs = prolongs
  }

  get(sessionId: string, done: (error: unknown, session?: Session | null) => void): void {
    report(this.#find(sessionId), done)
  }

  set(sessionId: string, session: Session, done: (error?: unknown) => void): void {
    report(this.#save(sessionId, session), done)
  }

  destroy(sessionId: string, done: (error?: unknown) => void): void {
    report(this.#end(sessionId), done)
  }

  async #find(sessionId: string): Promise<Session | null> {
    const id = sessionIdHash(sessionId)
    const found = await this.#findSession(this.#em, id)
    if (!found) return null
    const { isStale, ...session } = found
    // This writes once a minute instead of once a request.
    if (isStale && this.#prolongs) {
      await tables(this.#em).updateTable('staff_session').set({ seenAt: now }).where('idHash', '=', id).execute()
    }
    return { ...session, cookie: { originalMaxAge: null } }
  }

  async #save(sessionId: string, session: Session): Promise<void> {
    // Nobody is signed in yet, so there is nothing to keep.
    if (!session.owner) return
    await tables(this.#em)
      .insertInto('staff_session')
      .values({ idHash: sessionIdHash(sessionId), ...ownerColumns(session.owner), ...describeCaller(session) })
      .onConflict((conflict) => conflict.column('idHash').doNothing())
      .execute()
  }

  async #end(sessionId: string): Promise<void> {
    await tables(this.#em)
      .deleteFrom('staff_session')
      .where('idHash', '=', sessionIdHash(sessionId))
      .returning(publishedEnd)
      .execute()
  }
}
