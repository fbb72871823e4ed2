import { AccountKey } from '@app/contract'
import { sql } from 'kysely'
import { run } from '../../../db/run.ts'
import { columns, type Fragment, select, table } from '../../../db/typed-columns.ts'
import { WorkspaceEntity } from '../../../entities/customers.entity.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { PrintKeyEntity } from '../../../entities/print-keys.entity.ts'

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

/** Days for which a key that has ended is listed. */
const endedDays = 30
const maxListed = 1_000

const isListed = sql`coalesce(least(${key.expiresAt}, ${key.revokedAt}), now()) > now() - make_interval(days => ${endedDays})`

/** Keys of an account, newest first. */
const keysWhere = async (em: EntityManager, condition: Fragment): Promise<AccountKey[]> =>
  shown.rows(
    await run(
      em,
      sql`select ${shown.sql} from ${table(PrintKeyEntity)} where ${condition}
           order by ${key.createdAt} desc, ${key.id} desc limit ${sql.lit(maxListed)}`,
    ),
  )

/** The keys of a workspace. */
export const listWorkspaceKeys = (em: EntityManager, workspaceId: string) =>
  keysWhere(em, sql`${key.workspace} = ${workspaceId} and ${isListed}`)

/** The live and the test keys of an account. */
export const listAccountKeys = (em: EntityManager, accountId: string) =>
  keysWhere(
    em,
    sql`${key.workspace} in (select ${workspace.id} from ${table(WorkspaceEntity)} as workspace where ${workspace.account} = ${accountId}) and ${isListed}`,
  )

export async function findAccountKey(em: EntityManager, id: string): Promise<AccountKey | undefined> {
  const [found] = await keysWhere(em, sql`${key.id} = ${id} and ${workspaceOf(workspace.account)} is not null`)
  return found
}
