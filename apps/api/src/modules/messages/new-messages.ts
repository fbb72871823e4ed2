import { randomUUIDv7 } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { batchesOf, insertRows } from '../../db/many-rows.ts'
import type { NewRowOf } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'

/** A message to send. Its id is assigned here, and it is sent after the caller's transaction commits. */
export type NewMessage = Omit<NewRowOf<typeof MessageEntity>, 'id' | 'notBefore'> & {
  /** By the database's clock. */
  notBefore?: RawBuilder<Date>
}

export async function addMessages(transaction: EntityManager, messages: readonly NewMessage[]): Promise<void> {
  for (const batch of batchesOf(messages)) {
    await tables(transaction)
      .insertInto('message')
      .values(batch.map((message) => ({ id: randomUUIDv7(), ...message })))
      .execute()
  }
}

interface PieceMessage {
  pieceEvent: string
  subject: string
  workspace: string
  target: string
  recipient: string
}

/** Stores messages in the caller's transaction. Their body is built from the event when they are sent. */
export async function addPieceMessages(transaction: EntityManager, messages: readonly PieceMessage[]): Promise<void> {
  // Messages are sent in the order of their ids.
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
