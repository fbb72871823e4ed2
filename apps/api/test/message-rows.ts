import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'

/** The target in the examples of the contract. */
const exampleTarget = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ad2'

export const addExampleTarget = (db: Client) =>
  db.query(
    `insert into message_target (id, name, kind, url, secret)
     values ($1, 'Sales channel', 'webhook', 'https://hooks.example.com/leads', 'whsec_c2VjcmV0IG9mIGEgdGVzdCB0YXJnZXQ=')`,
    [exampleTarget],
  )

/** Inserts a failed message. Changes are keyed by column name. */
export async function addMessage(db: Client, changes: Record<string, unknown> = {}): Promise<string> {
  const row: Record<string, unknown> = {
    id: randomUUID(),
    channel: 'mail',
    kind: 'lead',
    recipient: 'a@example.com',
    subject: 'New lead',
    content: '{"paragraphs":[]}',
    status: 'failed',
    ...changes,
  }
  const names = Object.keys(row)
  await db.query(
    `insert into message (${names.join()}) values (${names.map((_, place) => `$${place + 1}`).join()})`,
    Object.values(row),
  )
  return String(row['id'])
}
