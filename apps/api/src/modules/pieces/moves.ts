import { randomUUIDv7 } from 'node:crypto'
import type { PieceEventType } from '@app/contract'
import { sql } from 'kysely'
import { batchesOf, insertRows, updateRows } from '../../db/many-rows.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { addPieceMessages } from '../messages/new-messages.ts'
import { PieceEntity, PieceEventEntity } from '../../entities/pieces.entity.ts'
import { statusAfter } from './piece-states.ts'

/** Something that happened to a piece. */
export interface Move {
  piece: string
  type: PieceEventType
  /** ISO text. Defaults to now. */
  at?: string | undefined
  zip?: string | null
}

/**
 * Moves pieces, with their events and the messages to their customers' webhooks. Each move takes effect at most once.
 * Events without an effect are dropped: repeats, late scans, and events that the piece's status does not allow. The
 * caller's transaction holds the locks.
 * @returns the moves that were made
 */
export async function movePieces<Made extends Move>(
  transaction: EntityManager,
  moves: readonly Made[],
): Promise<Made[]> {
  if (moves.length === 0) return []
  const locked = await tables(transaction)
    .selectFrom('piece')
    .select(['id', 'status', 'events', 'workspace'])
    .select(sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('now'))
    // One parameter for all ids: building a statement with one per id would take long.
    .where((eb) => sql<boolean>`${eb.ref('id')} = any(${[...new Set(moves.map(({ piece }) => piece))]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const pieces = new Map(locked.map((piece) => [piece.id, piece]))
  const made = moves.flatMap((move) => {
    const piece = pieces.get(move.piece)
    const status = piece && statusAfter(piece.status, move.type)
    if (!piece || !status) return []
    // A second move of the same piece follows the first.
    pieces.set(piece.id, { ...piece, status, events: piece.events + 1 })
    return [{ ...move, at: move.at ?? piece.now, number: piece.events + 1, workspace: piece.workspace }]
  })
  if (made.length === 0) return []
  const changed = new Set(made.map(({ piece }) => piece))
  await updateRows(
    transaction,
    PieceEntity,
    ['id', 'status', 'events'],
    [...pieces.values()].filter(({ id }) => changed.has(id)),
  )
  const events = made.map(({ piece, type, at, zip = null, number, workspace }) => ({
    id: randomUUIDv7(),
    workspace,
    piece,
    number,
    type,
    occurredAt: at,
    zip,
  }))
  await insertRows(transaction, PieceEventEntity, events)
  // A run of thousands of pieces creates an event for each of their webhooks.
  for (const batch of batchesOf(events)) await addWebhookMessages(transaction, batch)
  return made
}

/** Adds a message about each of these events for each webhook of its workspace. */
export async function addWebhookMessages(
  transaction: EntityManager,
  events: readonly { id: string; type: PieceEventType; workspace: string }[],
): Promise<void> {
  const targets = await tables(transaction)
    .selectFrom('message_target')
    .select(['id', 'name', 'workspace', 'eventTypes'])
    .where('workspace', 'in', [...new Set(events.map(({ workspace }) => workspace))])
    .where('isActive', '=', true)
    // Keeps customers from deleting a webhook before its messages are stored.
    .forKeyShare()
    .execute()
  const received = events.flatMap(({ id, type, workspace }) =>
    targets
      .filter((target) => target.workspace === workspace && (target.eventTypes?.includes(type) ?? true))
      .map((target) => ({ pieceEvent: id, subject: type, workspace, recipient: target.name, target: target.id })),
  )
  await addPieceMessages(transaction, received)
}
