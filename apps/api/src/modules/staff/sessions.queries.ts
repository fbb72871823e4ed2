import { StaffUser } from '@app/contract'
import type { ClientBase } from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { prepared, reader, columns, table } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { staffOwner } from '../../entities/owner.ts'
import { SessionEntity, StaffUserEntity } from '../../entities/accounts.entity.ts'
import { hasSecondFactor } from './second-factor.queries.ts'
import { sessionSql } from '../sessions/session-lifetime.ts'

const session = columns(SessionEntity, 's')
const staff = columns(StaffUserEntity, 'u')

const sessionsAndAccounts = prepared(
  sql`${table(SessionEntity)} s join ${table(StaffUserEntity)} u on ${staff.id} = ${session.staff}`,
)

const life = sessionSql('staff')

const isAlive = prepared(sql`${life.isAlive} and ${staff.disabledAt} is null`)

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
             ${life.isStale} as "isStale",
             ${hasSecondFactor(staff.id)} as "hasSecondFactor",
             ${life.endsAt} as "endsAt"
        from ${sessionsAndAccounts}
       where ${isAlive}`,
)

/** An active session by the hash of its id, with its account. */
export async function findSession(em: EntityManager, idHash: Buffer) {
  const [row] = await found(em, sql`${living} and ${session.idHash} = ${idHash}`)
  if (!row) return undefined
  const { isStale, endsAt, hasSecondFactor: hasFactor, ...account } = row
  return { owner: staffOwner(row.id), staff: account, isStale, endsAt, hasSecondFactor: hasFactor }
}

const keys = reader(Type.Object({ key: Type.String() }))

/** Those of these sessions that are still active. A session's key is the hash of its id, in hex. */
export async function livingSessionKeys(client: ClientBase, sessionKeys: string[]): Promise<string[]> {
  const living = await keys(
    client,
    sql`select encode(${session.idHash}, 'hex') as key
          from ${sessionsAndAccounts}
         where ${session.idHash} in (select decode(key, 'hex') from unnest(${sessionKeys}::text[]) as key) and ${isAlive}`,
  )
  return living.map(({ key }) => key)
}
