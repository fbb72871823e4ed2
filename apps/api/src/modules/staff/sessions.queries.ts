import type { EntityManager } from '@mikro-orm/postgresql'
import { StaffUser } from '@app/contract'
import type { ClientBase } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf } from '../../db/columns.ts'
import { isoInstant } from '../../db/iso-instant.ts'
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
