import { randomUUIDv7 } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { batchesOf } from '../../db/many-rows.ts'
import type { NewRowOf } from '../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { MessageEntity } from '../../entities/messages.entity.ts'

/** A message to send. It gets its id here, and is sent after the caller's transaction commits. */
export type NewMessage = Omit<NewRowOf<typeof MessageEntity>, 'id' | 'notBefore'> & {
  /** By the clock of the database. */
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
