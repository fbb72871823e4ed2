import { sql } from 'kysely'
import { type EntityManager, tables } from '../../entities/database.ts'
import { enterCharges, lockMonth } from './charges.ts'
import { type Move, movePieces } from './moves.ts'
import { statusesBefore } from './piece-states.ts'
import { volumeOf } from './usage.queries.ts'
import { now } from '../../db/sql.ts'
import { notFound, ProblemError } from '../../errors/errors.ts'

/**
 * Ends pieces before they are mailed, in the caller's transaction: they move, and all of their charges are credited.
 * Pieces whose status does not allow it are unchanged.
 * @param rejection the reason for a rejection, worded for the customer
 * @returns the moves that were made
 */
export async function endPieces(
  transaction: EntityManager,
  ids: readonly string[],
  type: 'piece.canceled' | 'piece.rejected',
  rejection: string | null = null,
): Promise<Move[]> {
  const db = tables(transaction)
  const found = await db
    .selectFrom('piece')
    .select(['id', 'workspace', 'month'])
    .where('id', 'in', [...ids])
    .where('status', 'in', [...statusesBefore(type)])
    .orderBy('workspace')
    .orderBy('month')
    .execute()
  const months = new Map(found.map(({ workspace, month }) => [`${workspace} ${month}`, { workspace, month }]))
  // Locks months before pieces, as everywhere, and in a fixed order.
  const locked = []
  for (const { workspace, month } of months.values()) locked.push(await lockMonth(transaction, workspace, month))
  // Only these: a piece whose state changes meanwhile would end without its credit.
  const moved = await movePieces(
    transaction,
    found.map(({ id: piece }) => ({ piece, type })),
  )
  if (moved.length === 0) return []
  const ended = await db
    .updateTable('piece')
    .set({ rejection })
    .where(
      'id',
      'in',
      moved.map(({ piece }) => piece),
    )
    .returning(['id', 'workspace', 'month', 'size', 'postalClass', 'sheets'])
    .execute()
  for (const one of locked) {
    const ofMonth = ended.filter(({ workspace, month }) => workspace === one.workspace && month === one.month)
    await enterCharges(
      transaction,
      one,
      // A letter whose pages are not counted yet was charged as one sheet.
      ofMonth.map(({ id: piece, sheets, ...kind }) => ({
        piece,
        change: volumeOf({ ...kind, sheets: sheets ?? 1, quantity: -1 }),
      })),
    )
  }
  return moved
}

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
    if (!isLate && (await endPieces(transaction, [id], 'piece.canceled')).length > 0) return
    const { status } = await find.executeTakeFirstOrThrow()
    if (status === 'canceled') return
    const detail = isLate
      ? `The piece could only be canceled until ${cancelableUntil.toISOString()}.`
      : `The piece is ${status.replaceAll('_', ' ')}, so it can no longer be canceled.`
    throw new ProblemError(409, 'not_cancelable', detail)
  })
