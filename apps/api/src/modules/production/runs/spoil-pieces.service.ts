import type { PrintRunCancellation, PrintRunDetail, PrintRunStatus, SpoiledPieces, StaffUser } from '@app/contract'
import { now } from '../../../db/sql.ts'
import { invalidField, notFound, ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { type Changed, editOne, type OneEdit } from '../../changes/apply-edits.ts'
import { endPieces } from '../../pieces/end-pieces.ts'
import { movePieces } from '../../pieces/moves.ts'
import { assertOpen, printRunRecord } from './print-run-record.ts'
import { piecesIn } from './run-steps.service.ts'
import { getPrintRun } from './runs.queries.ts'

/** The pieces still in a run, at the given places or at all places. */
const chosenPieces = (transaction: EntityManager, run: string, places?: readonly number[]) =>
  piecesIn(transaction, run)
    .innerJoin('piece', 'piece.id', 'print_run_piece.piece')
    .select(['print_run_piece.id as placeId', 'print_run_piece.place', 'print_run_piece.file'])
    .select(['print_run_piece.isFileLost', 'print_run_piece.sheets as printedSheets'])
    .select('piece.id')
    .$if(places !== undefined, (query) => query.where('place', 'in', [...(places ?? [])]))
    .orderBy('place')
    .execute()

type Chosen = Awaited<ReturnType<typeof chosenPieces>>

const notReprintable = (detail: string) => new ProblemError(409, 'piece_not_reprintable', detail)

interface TakenOut {
  run: string
  status: PrintRunStatus
  outcome: SpoiledPieces['outcome']
  reason: string
}

/**
 * Removes pieces from their run, which the caller has locked. @throws {ProblemError} 409 when one of them is in the
 * mail
 */
async function takeOut(
  transaction: EntityManager,
  staff: StaffUser,
  pieces: Chosen,
  { run, status, outcome, reason }: TakenOut,
): Promise<void> {
  const db = tables(transaction)
  const ids = pieces.map((piece) => piece.id)
  const moved =
    outcome === 'reject'
      ? await endPieces(transaction, ids, 'piece.rejected', reason)
      : await movePieces(
          transaction,
          ids.map((piece) => ({ piece, type: 'piece.reprinting' })),
        )
  if (moved.length < pieces.length) throw notReprintable('The Postal Service has scanned one of these pieces already.')
  const placeIds = pieces.map(({ placeId }) => placeId)
  await db
    .updateTable('print_run_piece')
    // The run's file still contains a printed piece, so it keeps its page.
    .set({ spoiledAt: now, spoiledBy: staff.name, reason, ...(status !== 'printed' && { page: null }) })
    .where('id', 'in', placeIds)
    .execute()
  const sheets = pieces.reduce((sum, piece) => sum + piece.printedSheets, 0)
  await db
    .updateTable('print_run')
    .set((eb) => ({
      pieces: eb('pieces', '-', pieces.length),
      spoiled: eb('spoiled', '+', pieces.length),
      sheets: eb('sheets', '-', sheets),
    }))
    .where('id', '=', run)
    .execute()
  // Printed files are unchanged. Unprinted files must not contain these pieces, or they would be mailed twice.
  if (status === 'printed') return
  await db
    .updateTable('print_run_file')
    .set((eb) => ({ revision: eb('revision', '+', 1), enqueuedAt: null, preparedAt: null, failure: null, hash: null }))
    .where('run', '=', run)
    .where('number', 'in', [...new Set(pieces.map(({ file }) => file))])
    .execute()
}

/** Ends a run without pieces, and its files. */
async function endIfEmpty(transaction: EntityManager, run: string): Promise<void> {
  const db = tables(transaction)
  const ended = await db
    .updateTable('print_run')
    .set({ status: 'canceled' })
    .where('id', '=', run)
    .where('pieces', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  const nothing = { hash: null, pieces: 0, pages: 0, bytes: 0, failure: null, enqueuedAt: now, preparedAt: now }
  await db
    .updateTable('print_run_file')
    // A new revision, so that a renderer in progress does not restore the file.
    .set((eb) => ({ ...nothing, revision: eb('revision', '+', 1) }))
    .where('run', '=', run)
    .execute()
}

/**
 * Removes pieces from a run: they wait for another run, or are rejected. Pieces that already left are unchanged.
 * @throws {ProblemError} 400 for a place that the run does not have, 404, 409 when the run is over or a piece cannot be
 * reprinted
 */
export const spoilPieces = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  { places, outcome, reason: given }: SpoiledPieces,
): Promise<PrintRunDetail> =>
  em.transactional(async (transaction) => {
    const reason = given.trim()
    const run = await tables(transaction)
      .selectFrom('print_run')
      .select(['status', 'number', 'pieces', 'spoiled'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('print run'))
    assertOpen(run.status)
    const unknown = places.findIndex((place) => place > run.pieces + run.spoiled)
    if (unknown >= 0) throw invalidField(`/places/${unknown}`, 'must be a position in this run')
    const pieces = await chosenPieces(transaction, id, places)
    const lost = pieces.find(({ isFileLost }) => isFileLost)
    if (lost && outcome === 'reprint')
      throw notReprintable(`The print file at position ${lost.place} is lost. Restore it, or reject the piece.`)
    if (pieces.length === 0) return getPrintRun(transaction, id)
    await takeOut(transaction, staff, pieces, { run: id, status: run.status, outcome, reason })
    await tables(transaction)
      .updateTable('print_run')
      // A new version, so that someone who read the run with these pieces cannot mark it as printed or mailed.
      .set((eb) => ({ version: eb('version', '+', 1), ...(run.status !== 'printed' && { status: 'preparing' }) }))
      .where('id', '=', id)
      .execute()
    await endIfEmpty(transaction, id)
    await appendEvent(transaction, staff, printRunRecord.live, {
      recordType: printRunRecord.name,
      recordId: id,
      recordName: `Run ${run.number}`,
      action: outcome === 'reject' ? 'reject_pieces' : 'spoil_pieces',
      after: { places: pieces.map(({ place }) => place).join(', '), reason },
    })
    return getPrintRun(transaction, id)
  })

/**
 * Returns all pieces of a run to the queue. @throws {ProblemError} 404, 412, 409 when the run is over, or a piece is in
 * the mail
 */
export const cancelRun = (
  em: EntityManager,
  staff: StaffUser,
  { patch: { reason }, ...seen }: OneEdit<PrintRunCancellation>,
): Promise<Changed<PrintRunDetail>> =>
  editOne(em, printRunRecord, staff, { ...seen, patch: { status: 'canceled' } }, async (transaction, id) => {
    const pieces = await chosenPieces(transaction, id)
    const taken = { run: id, status: 'printed', outcome: 'reprint', reason: reason.trim() } as const
    if (pieces.length > 0) await takeOut(transaction, staff, pieces, taken)
    await endIfEmpty(transaction, id)
    return getPrintRun(transaction, id)
  })
