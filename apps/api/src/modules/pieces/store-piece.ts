import { randomUUIDv7 } from 'node:crypto'
import type { ItemCounts } from '@app/pricing'
import { sql } from 'kysely'
import { codeOf } from '../../errors/errors.ts'
import { instantText } from '../../db/sql-texts.ts'
import { columns, type RowOf } from '../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import type { newProofRow } from '../print/proofs/proofs.service.ts'
import { assertMaySend, entriesFor, lockMonthToSend } from './charges.ts'
import { addWebhookMessages } from './moves.ts'

/** The row of a new piece, but for what follows from the month and from the clock of the database. */
export type NewPiece = Omit<
  RowOf<typeof PieceEntity>,
  'createdAt' | 'status' | 'events' | 'rejection' | 'price' | 'cancelableUntil' | 'mailedOn'
>

type NewProof = ReturnType<typeof newProofRow>

/** The rows of a piece that was just stored. */
export interface StoredPiece {
  row: NewPiece
  proof: NewProof
  price: number | null
  eventId: string
  createdAt: string
  cancelableUntil: string
}

interface Terms {
  /** What the piece is made of. A letter whose pages are not counted yet is one sheet. */
  items: ItemCounts
  timeZone: string
  cancelMinutes: number
  keptDays: number
}

const piece = columns(PieceEntity)

const uniqueViolation = '23505'

/** Another transaction with the same idempotency key was first. */
const isRepeated = (error: unknown): boolean =>
  codeOf(error) === uniqueViolation &&
  error instanceof Error &&
  'constraint' in error &&
  error.constraint === 'piece_idempotency_key_unique'

/**
 * Stores a piece with its print file's row, its charge, and its first event, in one transaction of two statements. Undefined
 * when the same idempotency key was stored meanwhile.
 * @throws {ProblemError} 403 and 409 when the account may not send it
 */
export async function storePiece(
  em: EntityManager,
  row: NewPiece,
  proof: NewProof,
  terms: Terms,
): Promise<StoredPiece | undefined> {
  try {
    return await em.transactional((transaction) => insertPiece(transaction, row, proof, terms))
  } catch (error) {
    if (isRepeated(error)) return undefined
    throw error
  }
}

async function insertPiece(
  transaction: EntityManager,
  row: NewPiece,
  proof: NewProof,
  { items, timeZone, cancelMinutes, keptDays }: Terms,
): Promise<StoredPiece> {
  const { id, workspace, month, sendOn } = row
  const { locked, allowance, hasWebhooks } = await lockMonthToSend(transaction, workspace, month)
  assertMaySend(allowance, locked.volume.pieces)
  const entries = entriesFor(locked, id, { pieces: 1, items })
  const price = row.sheets === null ? null : entries.amount
  const event = { id: randomUUIDv7(), workspace, piece: id, number: 1, type: 'piece.created' as const }
  // A piece that waits for its day can be canceled until that day begins.
  const cancelableUntil = sql<Date>`greatest(now() + make_interval(mins => ${cancelMinutes}),
    ${sendOn}::date::timestamp at time zone ${timeZone})`
  const stored = await tables(transaction)
    .with('file', (db) =>
      db
        .insertInto('print_proof')
        .values({ ...proof, expiresAt: sql<Date>`${sendOn}::date + make_interval(days => ${keptDays})` }),
    )
    .with('charged', (db) => db.insertInto('ledger_entry').values(entries.rows))
    .with('counted', (db) =>
      db
        .updateTable('usage_month')
        .set({ ...entries.volume })
        .where('workspace', '=', workspace)
        .where('month', '=', month),
    )
    .with('happened', (db) => db.insertInto('piece_event').values({ ...event, occurredAt: sql<Date>`now()` }))
    .insertInto('piece')
    .values({ ...row, price, cancelableUntil })
    .returning([instantText(piece.createdAt).as('storedAt'), instantText(piece.cancelableUntil).as('openUntil')])
    .executeTakeFirstOrThrow()
  if (hasWebhooks) await addWebhookMessages(transaction, [event])
  return { row, proof, price, eventId: event.id, createdAt: stored.storedAt, cancelableUntil: stored.openUntil }
}
