import { sql } from 'kysely'
import { now } from '../../db/database-clock.ts'
import { notFound, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { lockMonth } from './charges.ts'
import { movePieces } from './moves.ts'
import { reverseCharge } from './settle-piece.service.ts'

/** Cancels a piece that is not in production yet, whatever its time, in the transaction of the caller. */
export async function withdrawPiece(transaction: EntityManager, id: string): Promise<void> {
  const find = tables(transaction)
    .selectFrom('piece')
    .select(['id', 'workspace', 'month', 'size', 'postalClass', 'sheets'])
    .where('id', '=', id)
    .where('status', 'in', ['checking', 'ready'])
  const found = await find.executeTakeFirst()
  if (!found) return
  const month = await lockMonth(transaction, found.workspace, found.month)
  const piece = await find.forUpdate().executeTakeFirst()
  const moved = await movePieces(transaction, [{ piece: id, type: 'piece.canceled' }])
  if (piece && moved.length > 0) await reverseCharge(transaction, month, piece)
}

/**
 * Cancels a piece and reverses its charge. Canceling it again changes nothing.
 * @throws {ProblemError} 404 when the workspace has no such piece, 409 once it can no longer be canceled
 */
export const cancelPiece = (em: EntityManager, workspace: string, id: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const find = tables(transaction)
      .selectFrom('piece')
      .select(['id', 'month', 'size', 'postalClass', 'sheets', 'status', 'cancelableUntil'])
      .select((eb) => sql<boolean>`${eb('cancelableUntil', '<=', now)}`.as('isLate'))
      .where('id', '=', id)
      .where('workspace', '=', workspace)
    const found = await find.executeTakeFirst()
    if (!found) throw notFound('piece')
    // The month before the piece, as everywhere. Its sheets may have been counted meanwhile.
    const month = await lockMonth(transaction, workspace, found.month)
    const piece = await find.forUpdate().executeTakeFirstOrThrow()
    if (piece.status === 'canceled') return
    if (piece.isLate) {
      const detail = `The piece could be canceled until ${piece.cancelableUntil.toISOString()}.`
      throw new ProblemError(409, 'not_cancelable', detail)
    }
    const moved = await movePieces(transaction, [{ piece: id, type: 'piece.canceled' }])
    if (moved.length === 0) {
      const detail = `The piece is ${piece.status.replaceAll('_', ' ')}, so it can no longer be canceled.`
      throw new ProblemError(409, 'not_cancelable', detail)
    }
    await reverseCharge(transaction, month, piece)
  })
