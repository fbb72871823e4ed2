import type { RowOf } from '../../db/typed-columns.ts'
import { ProblemError } from '../../errors/errors.ts'
import type { WorkspaceEntity } from '../../entities/customers.entity.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

type Mode = RowOf<typeof WorkspaceEntity>['mode']

/** Of each kind. Anybody may take a sandbox: this is 500 MB at most. Accounts have as many as they like. */
const max = 100

/** Serializes uploads to a workspace until the transaction ends; its pieces do not wait. Returns the mode of the workspace. */
export async function lockWorkspace(transaction: EntityManager, id: string): Promise<Mode> {
  const { mode } = await tables(transaction)
    .selectFrom('workspace')
    .select('mode')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return mode
}

/** @throws {ProblemError} 409 when a sandbox has as many as it may have */
export function requireRoom(mode: Mode, kind: 'templates' | 'assets', count: string): void {
  if (mode !== 'sandbox' || Number(count) < max) return
  const detail = `A sandbox key can have at most ${max} ${kind}. Delete one with DELETE /v1/${kind}/{id}.`
  throw new ProblemError(409, 'limit_reached', detail)
}
