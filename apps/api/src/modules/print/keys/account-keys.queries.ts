import { AccountKey } from '@app/contract'
import { sql } from 'kysely'
import { columns, type Fragment, select, table } from '../../../db/sql.ts'
import { notFound } from '../../../errors/errors.ts'
import { WorkspaceEntity } from '../../../entities/customers.entity.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { PrintKeyEntity } from '../../../entities/print.entity.ts'

const key = columns(PrintKeyEntity, PrintKeyEntity.tableName)
const workspace = columns(WorkspaceEntity, 'workspace')

const workspaceOf = (value: Fragment) =>
  sql`(select ${value} from ${table(WorkspaceEntity)} as workspace where ${workspace.id} = ${key.workspace})`

const shown = select(PrintKeyEntity, AccountKey, {
  name: sql`coalesce(${key.name}, '')`,
  mode: workspaceOf(workspace.mode),
  scopes: key.scopes,
  state: sql`case when ${key.revokedAt} is not null then 'revoked' when ${key.expiresAt} <= now() then 'expired' else 'active' end`,
})

/** Days for which an ended key remains listed. */
const endedDays = 30
const maxListed = 1_000

const isListed = sql`coalesce(least(${key.expiresAt}, ${key.revokedAt}), now()) > now() - make_interval(days => ${endedDays})`

/** Keys of an account, newest first. */
const keysWhere = (em: EntityManager, condition: Fragment): Promise<AccountKey[]> =>
  shown.read(
    em,
    sql`where ${condition} and ${isListed} order by ${key.createdAt} desc, ${key.id} desc limit ${sql.lit(maxListed)}`,
  )

export const listWorkspaceKeys = (em: EntityManager, workspaceId: string) =>
  keysWhere(em, sql`${key.workspace} = ${workspaceId}`)

/** The live and the test keys of an account. */
export const listAccountKeys = (em: EntityManager, accountId: string) =>
  keysWhere(
    em,
    sql`${key.workspace} in (select ${workspace.id} from ${table(WorkspaceEntity)} as workspace where ${workspace.account} = ${accountId})`,
  )

/** @throws {ProblemError} 404 when no account has this key. */
export const getAccountKey = (em: EntityManager, id: string): Promise<AccountKey> =>
  shown.readOne(em, sql`where ${key.id} = ${id} and ${workspaceOf(workspace.account)} is not null`, () =>
    notFound('key'),
  )
