import { sql } from 'kysely'
import { now } from '../../db/database-clock.ts'
import { notFound, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { endPieces } from './end-pieces.ts'

/**
 * Cancels a piece and reverses its charge. Canceling it again changes nothing.
 * @throws {ProblemError} 404 when the workspace has no such piece, 409 once it can no longer be canceled
 */
export const cancelPiece = (em: EntityManager, workspace: string, id: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const find = tables(transaction)
      .selectFrom('piece')
      .select(['status', 'cancelableUntil'])
      .select((eb) => sql<boolean>`${eb('cancelableUntil', '<=', now)}`.as('isLate'))
      .where('id', '=', id)
      .where('workspace', '=', workspace)
    const { isLate, cancelableUntil } = await find.executeTakeFirstOrThrow(() => notFound('piece'))
    if (!isLate && (await endPieces(transaction, [id], 'piece.canceled')) > 0) return
    const { status } = await find.executeTakeFirstOrThrow()
    if (status === 'canceled') return
    const detail = isLate
      ? `The piece could only be canceled until ${cancelableUntil.toISOString()}.`
      : `The piece is ${status.replaceAll('_', ' ')}, so it can no longer be canceled.`
    throw new ProblemError(409, 'not_cancelable', detail)
  })
