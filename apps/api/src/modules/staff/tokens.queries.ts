import { StaffToken, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { poolOf, prepared, runPrepared, columns, select, table } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { StaffUserEntity, StaffTokenEntity } from '../../entities/accounts.entity.ts'
import { hasSecondFactor } from './second-factor.queries.ts'

const token = columns(StaffTokenEntity, 't')
const staff = columns(StaffUserEntity, 'u')

const found = checkedRows(
  Type.Object({
    ...Type.Pick(StaffUser, ['id', 'email', 'name', 'role']).properties,
    tokenId: Type.String(),
    prefix: Type.String(),
    /** During a deployment, newer instances may grant scopes that are unknown here. */
    scopes: Type.Array(Type.String()),
    hasSecondFactor: Type.Boolean(),
    isExpired: Type.Boolean(),
    /** True when its last use was recorded more than a minute ago. */
    isStale: Type.Boolean(),
  }),
)

const enabled = prepared(
  sql`
  select ${token.id} as "tokenId", ${token.prefix} as prefix, ${token.scopes} as scopes,
         ${staff.id} as id, ${staff.email} as email, ${staff.name} as name, ${staff.role} as role,
         ${hasSecondFactor(staff.id)} as "hasSecondFactor", ${token.expiresAt} <= now() as "isExpired",
         coalesce(${token.lastUsedAt} < now() - interval '1 minute', true) as "isStale"
    from ${table(StaffTokenEntity)} t
    join ${table(StaffUserEntity)} u on ${staff.id} = ${token.staff}
   where ${staff.disabledAt} is null`,
)

/** A token by its hash, with its account's current state. */
export const findByTokenHash = async (em: EntityManager, hash: Buffer) =>
  found(await runPrepared(await poolOf(em), 'find-staff-token', sql`${enabled} and ${token.hash} = ${hash}`))[0]

const listed = select(StaffTokenEntity, StaffToken, { scopes: token.scopes })

export const maxTokens = 50

export const listTokens = (em: EntityManager, staffId: string): Promise<StaffToken[]> =>
  listed.read(
    em,
    sql`t where ${token.staff} = ${staffId} order by ${token.createdAt} desc, ${token.id} desc limit ${sql.lit(maxTokens)}`,
  )
