import { KeyScopes } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { poolOf, prepared, runPrepared, columns, table, instantText } from '../../../db/sql.ts'
import { WorkspaceEntity } from '../../../entities/customers.entity.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { PrintKeyEntity } from '../../../entities/print.entity.ts'

const FoundKey = Type.Object({
  id: Type.String(),
  prefix: Type.String(),
  scopes: KeyScopes,
  createdAt: Type.String(),
  expiresAt: Type.Union([Type.String(), Type.Null()]),
  workspaceId: Type.String(),
  mode: Type.Enum(['sandbox', 'test', 'live']),
  account: Type.Union([Type.String(), Type.Null()]),
  isExpired: Type.Boolean(),
  isRevoked: Type.Boolean(),
  /** True when its last use was recorded more than a minute ago. */
  isStale: Type.Boolean(),
})

const { id, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, hash, workspace } = columns(
  PrintKeyEntity,
  'key',
)
const workspaces = columns(WorkspaceEntity, 'workspace')

const keys = prepared(
  sql`
  select ${id} as id, ${prefix} as prefix, ${scopes} as scopes, ${instantText(createdAt)} as "createdAt",
                ${instantText(expiresAt)} as "expiresAt", coalesce(${expiresAt} <= now(), false) as "isExpired",
                ${workspaces.id} as "workspaceId", ${workspaces.mode} as mode, ${workspaces.account} as account,
                ${revokedAt} is not null as "isRevoked",
                coalesce(${lastUsedAt} < now() - interval '1 minute', true) as "isStale"
           from ${table(PrintKeyEntity)} as key
           join ${table(WorkspaceEntity)} as workspace on ${workspaces.id} = ${workspace}`,
)

const found = checkedRows(FoundKey)

export async function findByKeyHash(em: EntityManager, keyHash: Buffer) {
  return found(await runPrepared(await poolOf(em), 'find-print-key', sql`${keys} where ${hash} = ${keyHash}`))[0]
}
