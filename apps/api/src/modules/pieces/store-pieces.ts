import { randomUUIDv7 } from 'node:crypto'
import type { ItemCounts } from '@app/pricing'
import { sql } from 'kysely'
import * as Type from 'typebox'
import type { Config } from '../../config/config.ts'
import type { ProblemError } from '../../errors/errors.ts'
import { instantText, reader, columns, type JsonRowOf, startOfDay, table } from '../../db/sql.ts'
import { insertOf } from '../../db/many-rows.ts'
import type { EntityManager } from '../../entities/database.ts'
import { LedgerEntryEntity, PieceEntity, PieceEventEntity, UsageMonthEntity } from '../../entities/pieces.entity.ts'
import { PrintProofEntity } from '../../entities/print.entity.ts'
import type { newProofRow } from '../print/proofs/proofs.service.ts'
import { addDays } from '../samples/business-days.ts'
import { entriesFor, lockMonthToSend, refusalOf } from './charges.ts'
import { addWebhookMessages } from './moves.ts'

/** The row of a new piece, without the columns that depend on the month and on the database's clock. */
export type NewPiece = Omit<
  JsonRowOf<typeof PieceEntity>,
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

/** A piece to store. */
export interface NewOrder {
  row: NewPiece
  proof: NewProof
  /** The piece's materials. A letter counts as one sheet until its pages are counted. */
  items: ItemCounts
}

export type Terms = Config['pieces']

const piece = columns(PieceEntity)
const usage = columns(UsageMonthEntity)

const storedTimes = reader(Type.Object({ id: Type.String(), createdAt: Type.String(), cancelableUntil: Type.String() }))

/**
 * Stores as many of these pieces as the month's limits allow, in order, each with the row of its print file, its
 * charge, and its first event, in two statements.
 * @returns the stored pieces, and the error for the others
 * @throws {ProblemError} when the limits allow none of them
 */
export async function storePieces(
  transaction: EntityManager,
  orders: readonly NewOrder[],
  { timeZone, cancelMinutes, keptDays }: Terms,
): Promise<{ stored: StoredPiece[]; refusal: ProblemError | undefined }> {
  const { workspace, month } = orders[0]?.row ?? { workspace: '', month: '' }
  const { locked, limits, hasWebhooks } = await lockMonthToSend(transaction, workspace, month)
  const refusals = orders.map((_order, place) => refusalOf(limits, locked.volume.pieces + place))
  const refusal = refusals.find(Boolean)
  const accepted = orders.filter((_order, place) => !refusals[place])
  if (accepted.length === 0 && refusal) throw refusal
  const { rows, volume, amounts } = entriesFor(
    locked,
    accepted.map(({ row, items }) => ({ piece: row.id, change: { pieces: 1, items } })),
  )
  const stored = accepted.map(({ row, proof }, place) => ({
    row,
    proof,
    price: row.sheets === null ? null : (amounts[place] ?? null),
    eventId: randomUUIDv7(),
  }))
  const created = { workspace, number: 1, type: 'piece.created' as const }
  const events = stored.map(({ row: { id: pieceId }, eventId }) => ({ ...created, id: eventId, piece: pieceId }))
  const proofs = stored.map(({ row: { idempotencyKey, idempotencyHash, sendOn }, proof }) => ({
    ...proof,
    // A proof may already have the same key.
    idempotencyKey,
    idempotencyHash,
    expiresAt: addDays(sendOn, keptDays),
  }))
  const pieces = stored.map(({ row, price }) => ({ ...row, price }))
  // A piece scheduled for a later day can be canceled until that day begins.
  const cancelableUntil = sql`greatest(now() + make_interval(mins => ${cancelMinutes}),
    ${startOfDay(piece.sendOn, timeZone)})`
  const times = await storedTimes(
    transaction,
    sql`
    with files as (${insertOf(PrintProofEntity, proofs)}),
         charged as (${insertOf(LedgerEntryEntity, rows)}),
         counted as (update ${table(UsageMonthEntity)}
                        set ${usage.pieces} = ${volume.pieces}, ${usage.items} = ${JSON.stringify(volume.items)}
                      where ${usage.workspace} = ${workspace} and ${usage.month} = ${month}),
         happened as (${insertOf(PieceEventEntity, events, { occurredAt: sql`now()` })})
    ${insertOf(PieceEntity, pieces, { cancelableUntil })}
    returning ${piece.id} as id, ${instantText(piece.createdAt)} as "createdAt",
              ${instantText(piece.cancelableUntil)} as "cancelableUntil"`,
  )
  if (hasWebhooks) await addWebhookMessages(transaction, events)
  const timesOf = new Map(times.map(({ id, ...found }) => [id, found]))
  return {
    refusal,
    stored: stored.map((one) => {
      const found = timesOf.get(one.row.id)
      if (!found) throw new TypeError('The row of a new piece did not come back')
      return { ...one, ...found }
    }),
  }
}
