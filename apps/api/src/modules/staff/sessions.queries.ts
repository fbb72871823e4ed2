import { type StaffSession, StaffUser } from '@app/contract'
import type { ClientBase } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf } from '../../db/columns.ts'
import { minutesAgo } from '../../db/database-clock.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type EntityManager, tables } from '../database.ts'
import { StaffSessionEntity, StaffUserEntity } from './accounts.entity.ts'
import { hasSecondFactor } from './second-factor.queries.ts'
import { absoluteHours, idleMinutes } from './session-lifetime.ts'

const session = columnsOf(StaffSessionEntity)
const staff = columnsOf(StaffUserEntity)

const sessionsAndAccounts = `${StaffSessionEntity.tableName} s
         join ${StaffUserEntity.tableName} u on u.${staff.id} = s.${session.staff}`

const isAlive = `s.${session.seenAt} > now() - interval '${idleMinutes} minutes'
          and s.${session.createdAt} > now() - interval '${absoluteHours} hours'
          and u.${staff.disabledAt} is null`

const found = checkedRows(
  Type.Object({
    ...Type.Pick(StaffUser, ['id', 'email', 'name', 'role']).properties,
    isStale: Type.Boolean(),
    hasSecondFactor: Type.Boolean(),
    endsAt: Type.String(),
  }),
)

/**
 * A living session by the hash of its id, with the account behind it. Each request of staff asks this, so it is SQL.
 * It is stale when its last use was recorded more than a minute ago.
 */
export async function findSession(em: EntityManager, idHash: Buffer) {
  const rows = await em.execute(
    `select u.${staff.id} as id, u.${staff.email} as email, u.${staff.name} as name, u.${staff.role} as role,
            s.${session.seenAt} < now() - interval '1 minute' as "isStale",
            ${hasSecondFactor(`u.${staff.id}`)} as "hasSecondFactor",
            ${isoInstant(`(s.${session.createdAt} + interval '${absoluteHours} hours')`)} as "endsAt"
       from ${sessionsAndAccounts}
      where s.${session.idHash} = ? and ${isAlive}`,
    [idHash],
  )
  return found(rows)[0]
}

/** The most that a list shows. Whoever has more ends them all at once. */
const listedSessions = 100

/** The living sessions of an account, the one with this key first. */
export async function listSessions(em: EntityManager, staffId: string, currentKey: string): Promise<StaffSession[]> {
  const current = Buffer.from(currentKey, 'hex')
  const sessions = await tables(em)
    .selectFrom('staff_session')
    .select(['id', 'browser', 'network', 'createdAt', 'seenAt'])
    .select((eb) => eb('idHash', '=', current).as('isCurrent'))
    .where('staff', '=', staffId)
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

const keys = checkedRows(Type.Object({ key: Type.String() }))

/** Those of these sessions that are still alive. A session's key is the hash of its id, in hex. */
export async function livingSessionKeys(client: ClientBase, sessionKeys: string[]): Promise<string[]> {
  const { rows } = await client.query(
    `select encode(s.${session.idHash}, 'hex') as key
       from ${sessionsAndAccounts}
      where s.${session.idHash} in (select decode(key, 'hex') from unnest($1::text[]) as key) and ${isAlive}`,
    [sessionKeys],
  )
  return keys(rows).map(({ key }) => key)
}
