import { type RawBuilder, sql } from 'kysely'
import { columns } from '../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { StaffSessionEntity } from '../../entities/accounts.entity.ts'
import { sessionEndedChannel } from './session-lifetime.ts'

const { idHash } = columns(StaffSessionEntity)
const publish: RawBuilder<unknown> = sql`pg_notify(${sessionEndedChannel}, encode(${idHash}, 'hex'))`

/** What deleting a session returns: every instance is notified, and the open event streams of the session end. */
export const publishedEnd = publish.as('published')

/**
 * Ends the sessions of an account, except the one with this key, and with them their open event streams. Sign-ins that are
 * half done begin anew. Resolves with how many sessions there were.
 */
export async function endSessions(em: EntityManager, id: string, keptSessionKey = ''): Promise<number> {
  await tables(em).deleteFrom('sign_in_challenge').where('staff', '=', id).execute()
  const ended = await tables(em)
    .deleteFrom('staff_session')
    .where('staff', '=', id)
    .where('idHash', '<>', Buffer.from(keptSessionKey, 'hex'))
    .returning(publishedEnd)
    .execute()
  return ended.length
}
