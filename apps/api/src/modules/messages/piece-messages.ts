import { randomUUIDv7 } from 'node:crypto'
import { insertRows } from '../../db/many-rows.ts'
import type { EntityManager } from '../../entities/database.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'

/** An event of a piece for a webhook of its customer. */
interface PieceMessage {
  pieceEvent: string
  /** Type of the event. */
  subject: string
  workspace: string
  target: string
  /** Name of the target. */
  recipient: string
}

/** Stores messages, in the transaction of what they are about. Their body is made of the event when they are sent. */
export async function addPieceMessages(transaction: EntityManager, messages: readonly PieceMessage[]): Promise<void> {
  if (messages.length === 0) return
  // Messages leave in the order of their ids.
  const ids = messages.map(() => randomUUIDv7()).toSorted()
  await insertRows(
    transaction,
    MessageEntity,
    ['id', 'channel', 'kind', 'recipient', 'target', 'workspace', 'pieceEvent', 'subject', 'content'],
    messages.map((one, index) => ({
      ...one,
      id: ids[index] ?? randomUUIDv7(),
      channel: 'webhook',
      kind: 'piece',
      content: { paragraphs: [] },
    })),
  )
}
