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

/** A run of thousands of pieces has an event for each of their webhooks. No statement takes longer than a request may. */
const rowsAtOnce = 5_000

/** Stores messages, in the transaction of what they are about. Their body is made of the event when they are sent. */
export async function addPieceMessages(transaction: EntityManager, messages: readonly PieceMessage[]): Promise<void> {
  if (messages.length === 0) return
  // Messages leave in the order of their ids.
  const ids = messages.map(() => randomUUIDv7()).toSorted()
  const rows = messages.map((one, index) => ({
    ...one,
    id: ids[index] ?? randomUUIDv7(),
    channel: 'webhook' as const,
    kind: 'piece' as const,
    content: { paragraphs: [] },
  }))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insertRows(transaction, MessageEntity, rows.slice(start, start + rowsAtOnce))
  }
}
