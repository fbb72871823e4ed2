import type { PieceMode } from '@app/contract'
import { notFound } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

/** The workspace of an account. @throws {ProblemError} 404 when no account has this id. */
export async function workspaceOf(em: EntityManager, account: string, mode: PieceMode) {
  const found = await tables(em)
    .selectFrom('workspace')
    .select('id')
    .where('account', '=', account)
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('account'))
  return { id: found.id, mode }
}
