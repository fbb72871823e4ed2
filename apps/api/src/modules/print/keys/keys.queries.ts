import { KeyScopes } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { isoInstant } from '../../../db/iso-instant.ts'
import { type Statement, statementRows } from '../../../db/prepared.ts'
import type { EntityManager } from '../../database.ts'
import { PrintKeyEntity } from './keys.entity.ts'

const FoundKey = Type.Object({
  id: Type.String(),
  prefix: Type.String(),
  scopes: KeyScopes,
  createdAt: Type.String(),
  expiresAt: Type.String(),
  isExpired: Type.Boolean(),
  isRevoked: Type.Boolean(),
  /** Its last use was noted more than a minute ago. */
  isStale: Type.Boolean(),
})
type FoundKey = Type.Static<typeof FoundKey>

const { id, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, hash } = columnsOf(PrintKeyEntity)

const findByHash: Statement = {
  name: 'find-print-key',
  text: `select ${id} as id, ${prefix} as prefix, ${scopes} as scopes, ${isoInstant(createdAt)} as "createdAt",
                ${isoInstant(expiresAt)} as "expiresAt", ${expiresAt} <= now() as "isExpired",
                ${revokedAt} is not null as "isRevoked",
                coalesce(${lastUsedAt} < now() - interval '1 minute', true) as "isStale"
           from ${PrintKeyEntity.tableName} where ${hash} = $1`,
}

const found = checkedRows(FoundKey)

export async function findByKeyHash(em: EntityManager, keyHash: Buffer): Promise<FoundKey | undefined> {
  return found(await statementRows(em, findByHash, [keyHash]))[0]
}
