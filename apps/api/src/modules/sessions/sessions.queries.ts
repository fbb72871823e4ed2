import type { BrowserSession } from '@app/contract'
import { minutesAgo } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { Owner } from '../../entities/owner.ts'
import { sessionLifetimes } from './session-lifetime.ts'

/** Maximum number of listed sessions. People with more can end all of them together. */
const listedSessions = 100

/** The active sessions of a person, the one with this key first. */
export async function listSessions(
  em: EntityManager,
  { kind, id: ownerId }: Owner,
  currentKey: string,
): Promise<BrowserSession[]> {
  const { idleMinutes, absoluteHours } = sessionLifetimes[kind]
  const current = Buffer.from(currentKey, 'hex')
  const sessions = await tables(em)
    .selectFrom('staff_session')
    .select(['id', 'browser', 'network', 'createdAt', 'seenAt'])
    .select((eb) => eb('idHash', '=', current).as('isCurrent'))
    .where(kind, '=', ownerId)
    .where('seenAt', '>', minutesAgo(idleMinutes))
    .where('createdAt', '>', minutesAgo(60 * absoluteHours))
    .orderBy('isCurrent', 'desc')
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(listedSessions)
    .execute()
  return sessions.map(({ id, isCurrent, browser, network, createdAt, seenAt }) => ({
    id,
    isCurrent: isCurrent === true,
    ...(browser !== null && { browser }),
    ...(network !== null && { network }),
    startedAt: createdAt.toISOString(),
    lastUsedAt: seenAt.toISOString(),
    endsAt: new Date(createdAt.getTime() + absoluteHours * 3_600_000).toISOString(),
  }))
}
