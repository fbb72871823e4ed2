import type { SessionStore } from '@fastify/session'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Session } from 'fastify'
import type { StaffUser } from '@app/contract'
import { sessionIdHash } from '../../http/session-key.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { absoluteHours, sessionEndedChannel, sessionIsAlive } from '../staff/session-lifetime.ts'

/** Hands a promise's outcome to the callback that @fastify/session wants. */
const report = <Value>(outcome: Promise<Value>, done: (error: unknown, value?: Value) => void) =>
  void outcome.then(
    (value) => done(null, value),
    (error: unknown) => done(error),
  )

/**
 * Sessions in PostgreSQL, judged by its clock. One query finds the session and the account behind it, so that a
 * disabled account or a new role takes effect on the next request.
 */
export class PgSessionStore implements SessionStore {
  readonly #em: EntityManager
  readonly #prolongs: boolean

  /** Reading through a store that does not prolong leaves an unused session unused. */
  constructor(em: EntityManager, { prolongs = true } = {}) {
    this.#em = em
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
    const [row] = await this.#em.execute<(StaffUser & { stale: boolean; endsAt: string })[]>(
      `select u.id, u.email, u.name, u.role, s.seen_at < now() - interval '1 minute' as stale,
              ${isoInstant(`(s.created_at + interval '${absoluteHours} hours')`)} as "endsAt"
         from staff_session s
         join staff_user u on u.id = s.staff_id
        where s.id_hash = ?
          and ${sessionIsAlive}`,
      [id],
    )
    if (!row) return null
    const { stale, endsAt, ...staff } = row
    // At most one write a minute, not one a request.
    if (stale && this.#prolongs)
      await this.#em.execute('update staff_session set seen_at = now() where id_hash = ?', [id])
    return { staffId: staff.id, staff, endsAt, cookie: { originalMaxAge: null } }
  }

  async #save(sessionId: string, session: Session): Promise<void> {
    // Nobody is signed in yet: there is nothing to keep.
    if (!session.staffId) return
    await this.#em.execute(
      'insert into staff_session (id_hash, staff_id) values (?, ?) on conflict (id_hash) do nothing',
      [sessionIdHash(sessionId), session.staffId],
    )
  }

  async #end(sessionId: string): Promise<void> {
    await this.#em.execute(
      `with ended as (delete from staff_session where id_hash = ? returning id_hash)
       select pg_notify(?, encode(id_hash, 'hex')) from ended`,
      [sessionIdHash(sessionId), sessionEndedChannel],
    )
  }
}
