import type { BrowserSession, StaffUser } from '@app/contract'
import { notFound, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { endOtherSession, endSession, endSessions } from '../sessions/end-sessions.ts'
import { listSessions } from '../sessions/sessions.queries.ts'
import type { Actor } from '../changes/record-type.ts'
import { staffOwner } from '../../entities/owner.ts'
import { recordAccountEvent } from './account-events.ts'
import { changeAccount } from './staff.service.ts'

/**
 * Ends another session of the caller's own account. Resolves with the remaining sessions, as do the other functions
 * here.
 * @throws {ProblemError} 404, 409 for the current session.
 */
export const deleteOwnSession = (em: EntityManager, { id, name }: StaffUser, key: string, sessionId: string) =>
  em.transactional(async (transaction): Promise<BrowserSession[]> => {
    await endOtherSession(transaction, staffOwner(id), key, sessionId)
    await recordAccountEvent(transaction, { id, name }, 'session_end', { id, name })
    return listSessions(transaction, staffOwner(id), key)
  })

/** Ends every session of one's own account except the one with this key. */
export const deleteOtherSessions = (em: EntityManager, { id, name }: StaffUser, key: string) =>
  em.transactional(async (transaction): Promise<BrowserSession[]> => {
    if ((await endSessions(transaction, staffOwner(id), key)) > 0) {
      await recordAccountEvent(transaction, { id, name }, 'sessions_end', { id, name })
    }
    return listSessions(transaction, staffOwner(id), key)
  })

/** @throws {ProblemError} 404 when there is no account. */
export async function listSessionsOf(
  em: EntityManager,
  staffId: string,
  currentKey: string,
): Promise<BrowserSession[]> {
  const account = tables(em).selectFrom('staff_user').select('id').where('id', '=', staffId)
  await account.executeTakeFirstOrThrow(() => notFound('account'))
  return listSessions(em, staffOwner(staffId), currentKey)
}

/** Own sessions are ended on the account screen, which marks the current one. */
function refuseOwn(actor: Actor, staffId: string): void {
  if (actor.id === staffId) {
    throw new ProblemError(409, 'own_account', 'This is your own account. End its sessions under Account.')
  }
}

/**
 * Ends every session of another account.
 * @throws {ProblemError} 404 when there is no account, 409 for one's own.
 */
export async function endSessionsOf(em: EntityManager, actor: Actor, staffId: string): Promise<BrowserSession[]> {
  await changeAccount(em, actor, staffId, async (transaction, account) => {
    refuseOwn(actor, staffId)
    if ((await endSessions(transaction, staffOwner(staffId))) === 0) return
    await recordAccountEvent(transaction, actor, 'sessions_end', account)
  })
  return listSessions(em, staffOwner(staffId), '')
}

/**
 * Ends one session of another account.
 * @throws {ProblemError} 404, 409 for the actor's own.
 */
export async function endSessionOf(em: EntityManager, actor: Actor, sessionId: string): Promise<BrowserSession[]> {
  const session = await tables(em)
    .selectFrom('staff_session')
    .select('staff')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  const staffId = session?.staff
  if (!staffId) throw notFound('session')
  await changeAccount(em, actor, staffId, async (transaction, account) => {
    refuseOwn(actor, staffId)
    if (!(await endSession(transaction, staffOwner(staffId), sessionId))) throw notFound('session')
    await recordAccountEvent(transaction, actor, 'session_end', account)
  })
  return listSessions(em, staffOwner(staffId), '')
}
