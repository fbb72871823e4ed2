import { StaffToken, StaffUser } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf, selection } from '../../db/columns.ts'
import { type Statement, statementRows } from '../../db/prepared.ts'
import type { EntityManager } from '../database.ts'
import { StaffUserEntity } from './accounts.entity.ts'
import { hasSecondFactor } from './second-factor.queries.ts'
import { StaffTokenEntity } from './tokens.entity.ts'

const token = columnsOf(StaffTokenEntity)
const staff = columnsOf(StaffUserEntity)

const found = checkedRows(
  Type.Object({
    ...Type.Pick(StaffUser, ['id', 'email', 'name', 'role']).properties,
    tokenId: Type.String(),
    prefix: Type.String(),
    /** In the middle of a deployment, newer instances may give scopes that are unknown here. */
    scopes: Type.Array(Type.String()),
    hasSecondFactor: Type.Boolean(),
    isExpired: Type.Boolean(),
    /** Its last use was noted more than a minute ago. */
    isStale: Type.Boolean(),
  }),
)

const findByHash: Statement = {
  name: 'find-staff-token',
  text: `select t.${token.id} as "tokenId", t.${token.prefix} as prefix, t.${token.scopes} as scopes,
                u.${staff.id} as id, u.${staff.email} as email, u.${staff.name} as name, u.${staff.role} as role,
                ${hasSecondFactor(`u.${staff.id}`)} as "hasSecondFactor", t.${token.expiresAt} <= now() as "isExpired",
                coalesce(t.${token.lastUsedAt} < now() - interval '1 minute', true) as "isStale"
           from ${StaffTokenEntity.tableName} t
           join ${StaffUserEntity.tableName} u on u.${staff.id} = t.${token.staff}
          where t.${token.hash} = $1 and u.${staff.disabledAt} is null`,
}

/** A token by its hash, with the account behind it as it is now. */
export const findByTokenHash = async (em: EntityManager, hash: Buffer) =>
  found(await statementRows(em, findByHash, [hash]))[0]

const listed = selection(StaffTokenEntity, StaffToken, { scopes: token.scopes })

/** The most that an account has. */
export const maxTokens = 50

/** The tokens of an account, newest first. */
export async function listTokens(em: EntityManager, staffId: string): Promise<StaffToken[]> {
  const rows: unknown = await em.execute(
    `select ${listed.sql} from ${StaffTokenEntity.tableName} where ${token.staff} = ?
      order by ${token.createdAt} desc, ${token.id} desc limit ${maxTokens}`,
    [staffId],
  )
  return listed.rows(rows)
}
