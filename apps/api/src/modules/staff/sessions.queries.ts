import { type StaffSession, StaffUser } from '@app/contract'
import type { ClientBase } from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { minutesAgo } from '../../db/database-clock.ts'
import { prepared, reader } from '../../db/run.ts'
import { instantText } from '../../db/sql-texts.ts'
import { columns, table } from '../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { StaffSessionEntity, StaffUserEntity } from '../../entities/accounts.entity.ts'
import { hasSecondFactor } from './second-factor.queries.ts'
import { absoluteHours, idleMinutes } from './session-lifetime.ts'

const session = columns(StaffSessionEntity, 's')
const staff = columns(StaffUserEntity, 'u')

const sessionsAndAccounts = prepared(
  sql`${table(StaffSessionEntity)} s join ${table(StaffUserEntity)} u on ${staff.id} = ${session.staff}`,
)

const lifetime = sql`interval ${sql.lit(`${absoluteHours} hours`)}`

const isAlive = prepared(
  sql`${session.seenAt} > now() - interval ${sql.lit(`${idleMinutes} minutes`)}
          and ${session.createdAt} > now() - ${lifetime}
          and ${staff.disabledAt} is null`,
)

const found = reader(
  Type.Object({
    ...Type.Pick(StaffUser, ['id', 'email', 'name', 'role']).properties,
    isStale: Type.Boolean(),
    hasSecondFactor: Type.Boolean(),
    endsAt: Type.String(),
  }),
)

const living = prepared(
  sql`select ${staff.id} as id, ${staff.email} as email, ${staff.name} as name, ${staff.role} as role,
             ${session.seenAt} < now() - interval '1 minute' as "isStale",
             ${hasSecondFactor(staff.id)} as "hasSecondFactor",
             ${instantText(sql`(${session.createdAt} + ${lifetime})`)} as "endsAt"
        from ${sessionsAndAccounts}
       where ${isAlive}`,
)

/**
 * A living session by the hash of its id, with the account behind it. It is stale when its last use was recorded more than a minute ago.
 */
export async function findSession(em: EntityManager, idHash: Buffer) {
  const [row] = await found(em, sql`${living} and ${session.idHash} = ${idHash}`)
  return row
}

/** The most that a list shows. People with more end them all at once. */
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

const keys = reader(Type.Object({ key: Type.String() }))

/** Those of these sessions that are still alive. A session's key is the hash of its id, in hex. */
export async function livingSessionKeys(client: ClientBase, sessionKeys: string[]): Promise<string[]> {
  const living = await keys(
    client,
    sql`select encode(${session.idHash}, 'hex') as key
          from ${sessionsAndAccounts}
         where ${session.idHash} in (select decode(key, 'hex') from unnest(${sessionKeys}::text[]) as key) and ${isAlive}`,
  )
  return living.map(({ key }) => key)
}
