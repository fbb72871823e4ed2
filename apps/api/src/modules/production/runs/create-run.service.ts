import { randomUUIDv7 } from 'node:crypto'
import type { PrintRunDetail, PrintRunInput, StaffUser } from '@app/contract'
import { pieceFormats } from '@app/mail-piece/formats'
import { keyReused } from '../../../db/idempotent-insert.ts'
import { insertRows } from '../../../db/many-rows.ts'
import { ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { PrintRunFileEntity, PrintRunPieceEntity } from '../../../entities/production.entity.ts'
import { appendEvent, changeOfKey, storedKey } from '../../changes/append-changes.ts'
import { oneAtATime } from '../../../db/sql.ts'
import { movePieces } from '../../pieces/moves.ts'
import { printRunRecord } from './print-run-record.ts'
import { getPrintRun } from './runs.queries.ts'
import { isDue, isWaiting } from './waiting.queries.ts'

/** Pieces per file. One renderer makes a file. */
const piecesPerFile = 250

type Chosen = Required<PrintRunInput>

/**
 * Locks waiting pieces, earliest due date first, until the transaction ends. Skips pieces that another transaction has locked.
 */
async function takePieces(transaction: EntityManager, chosen: Chosen, timeZone: string) {
  const { size, postalClass, cutoffAt, maxPieces } = chosen
  const taken = await tables(transaction)
    .selectFrom('piece')
    .select(['id', 'routing', 'sheets'])
    .where('size', '=', size)
    .where('postalClass', '=', postalClass)
    .where(isWaiting)
    .where(isDue(cutoffAt, timeZone))
    .orderBy('dueOn')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxPieces)
    .forUpdate()
    .skipLocked()
    .execute()
  if (taken.length === 0)
    throw new ProblemError(409, 'no_pieces_waiting', 'No piece of this size and class can be printed yet.')
  const key = (piece: (typeof taken)[number]) => `${piece.routing} ${piece.id}`
  return taken
    .toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
    .map(({ id, sheets }, index) => ({ piece: id, sheets: sheets ?? 1, place: index + 1 }))
}

type Taken = Awaited<ReturnType<typeof takePieces>>

async function storeRun(transaction: EntityManager, staff: StaffUser, chosen: Chosen, taken: Taken) {
  const { size, postalClass, cutoffAt } = chosen
  const id = randomUUIDv7()
  const { stock } = pieceFormats[size]
  // Two concurrent runs would get the same number. From here on, the lock is held only for a moment.
  await oneAtATime(transaction, printRunRecord.name)
  const last = await tables(transaction)
    .selectFrom('print_run')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const sheets = taken.reduce((sum, piece) => sum + piece.sheets, 0)
  await tables(transaction)
    .insertInto('print_run')
    .values({
      id,
      number,
      createdBy: staff.name,
      size,
      postalClass,
      stock,
      cutoffAt: new Date(cutoffAt),
      pieces: taken.length,
      sheets,
    })
    .execute()
  return { id, number }
}

/** Stores the pieces of a run with their places and files. */
async function storePlaces(transaction: EntityManager, run: string, taken: Taken): Promise<void> {
  const fileOf = (place: number) => Math.ceil(place / piecesPerFile)
  // Lists follow the ids, and therefore the places.
  const ids = taken.map(() => randomUUIDv7()).toSorted()
  await insertRows(
    transaction,
    PrintRunPieceEntity,
    taken.map((piece, index) => ({ ...piece, run, id: ids[index] ?? randomUUIDv7(), file: fileOf(piece.place) })),
  )
  await insertRows(
    transaction,
    PrintRunFileEntity,
    Array.from({ length: fileOf(taken.length) }, (_, index) => {
      const firstPlace = index * piecesPerFile + 1
      const lastPlace = Math.min(taken.length, firstPlace + piecesPerFile - 1)
      const pieces = lastPlace - firstPlace + 1
      return { id: randomUUIDv7(), run, number: index + 1, firstPlace, lastPlace, pieces }
    }),
  )
}

/**
 * Creates a print run of waiting pieces. Repeating a key returns the same run.
 * @throws {ProblemError} 409 when no piece waits, 422 when the key was used with another body.
 */
export const createPrintRun = (
  em: EntityManager,
  staff: StaffUser,
  { maxPieces = 10_000, ...input }: PrintRunInput,
  { key, timeZone }: { key: string | undefined; timeZone: string },
): Promise<{ run: PrintRunDetail; isNew: boolean }> =>
  em.transactional(async (transaction) => {
    const chosen = { ...input, maxPieces }
    const idempotencyKey = key ? storedKey(staff, key) : undefined
    const earlier = idempotencyKey && (await changeOfKey(transaction, idempotencyKey))
    if (earlier) {
      const isSame = Object.entries(chosen).every(([name, value]) => earlier.after[name] === value)
      if (!isSame || earlier.recordId === null) throw keyReused()
      return { run: await getPrintRun(transaction, earlier.recordId), isNew: false }
    }
    const taken = await takePieces(transaction, chosen, timeZone)
    await movePieces(
      transaction,
      taken.map(({ piece }) => ({ piece, type: 'piece.in_production' as const })),
    )
    const { id, number } = await storeRun(transaction, staff, chosen, taken)
    await storePlaces(transaction, id, taken)
    await appendEvent(transaction, staff, printRunRecord.live, {
      recordType: printRunRecord.name,
      recordId: id,
      recordName: `Run ${number}`,
      action: 'create',
      after: { ...chosen, pieces: taken.length },
      idempotencyKey,
    })
    return { run: await getPrintRun(transaction, id), isNew: true }
  })
