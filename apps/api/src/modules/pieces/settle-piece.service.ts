import type { PrintCheck } from '@app/contract'
import { maxSheets, sheetsOf } from '@app/pricing'
import { type EntityManager, tables } from '../../entities/database.ts'
import { enterCharges, lockMonth } from './charges.ts'
import { endPieces } from './end-pieces.ts'
import { movePieces } from './moves.ts'

/**
 * Settles the piece of a finished print file, in the transaction that finishes it: the piece is ready for production,
 * with its additional sheets charged, or it is rejected and its charge is reversed. Changes nothing when the file is
 * only a proof, or when the piece was canceled meanwhile.
 * @returns the id of a test piece that is ready and whose timeline begins
 */
export async function settlePiece(transaction: EntityManager, proofId: string): Promise<string | undefined> {
  const piece = await tables(transaction)
    .selectFrom('piece')
    .innerJoin('print_proof', 'print_proof.id', 'piece.proof')
    .select(['piece.id', 'piece.workspace', 'piece.month', 'piece.sheets', 'piece.test'])
    .select(['print_proof.checks', 'print_proof.pages', 'print_proof.failureDetail'])
    .where('piece.proof', '=', proofId)
    .executeTakeFirst()
  if (!piece) return undefined
  const { id, test } = piece
  const rejection = rejectionOf(piece, test?.Outcome === 'rejected')
  if (rejection !== undefined) {
    await endPieces(transaction, [id], 'piece.rejected', rejection)
    return undefined
  }
  // Most pieces are fully charged when they are sent. Only the others lock their month, which blocks new pieces.
  const month = piece.sheets === null ? await lockMonth(transaction, piece.workspace, piece.month) : undefined
  const moved = await movePieces(transaction, [{ piece: id, type: 'piece.ready' }])
  if (moved.length === 0) return undefined
  if (month) {
    const sheets = sheetsOf(piece.pages.length)
    const items = { 'additional-letter-sheet': sheets - 1 }
    if (sheets > 1) await enterCharges(transaction, month, [{ piece: id, change: { pieces: 0, items } }])
    const price = await chargedFor(transaction, id)
    await tables(transaction).updateTable('piece').set({ sheets, price }).where('id', '=', id).execute()
  }
  return test ? id : undefined
}

/** The charge for one piece, in ten-thousandths of a dollar. */
async function chargedFor(transaction: EntityManager, piece: string): Promise<number> {
  const { amount } = await tables(transaction)
    .selectFrom('ledger_entry')
    .select((eb) => eb.fn.sum<string>('amount').as('amount'))
    .where('piece', '=', piece)
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow()
  return Number(amount)
}

interface FinishedFile {
  checks: readonly PrintCheck[]
  pages: readonly unknown[]
  failureDetail: string | null
}

/** Why a print file cannot be printed, worded for the customer. Undefined when it can. */
function rejectionOf({ checks, pages, failureDetail }: FinishedFile, isSimulated: boolean): string | undefined {
  if (isSimulated) return 'Rejected, as the test requested.'
  if (failureDetail !== null) return failureDetail
  const errors = checks.filter(({ Severity }) => Severity === 'error')
  const [first] = errors
  if (first) return `${first.Detail}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`.slice(0, 500)
  return sheetsOf(pages.length) > maxSheets ? `A letter has at most ${maxSheets} sheets.` : undefined
}
