import { randomUUIDv7 } from 'node:crypto'
import { insertRows } from '../../db/many-rows.ts'
import type { EntityManager } from '../../entities/database.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'

interface PieceMessage {
  pieceEvent: string
  subject: string
  workspace: string
  target: string
  recipient: string
}

/** Stores messages in the caller's transaction. Their body is built from the event when they are sent. */
export async function addPieceMessages(transaction: EntityManager, messages: readonly PieceMessage[]): Promise<void> {
  // Messages leave in the order of their ids.
  const ids = messages.map(() => randomUUIDv7()).toSorted()
  const rows = messages.map((one, index) => ({
    ...one,
    id: ids[index] ?? randomUUIDv7(),
    channel: 'webhook' as const,
    kind: 'piece' as const,
    content: { paragraphs: [] },
  }))
  await insertRows(transaction, MessageEntity, rows)
}
