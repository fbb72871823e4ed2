import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Receipt } from '@app/contract'
import { ProblemError } from '../errors.ts'
import { batchedInsert, type InsertRow } from './batched-insert.ts'
import { isoInstant } from './iso-instant.ts'
import { rememberTrace } from './record-traces.ts'
import { poolOf, preparedRows } from './prepared.ts'

/** How a record is stored once for each key, and found again by its key. */
export interface IdempotentInsert {
  columns: readonly string[]
  insert: InsertRow
  findByKey: { name: string; text: string }
}

/** For a table with columns id, created_at, idempotency_key and idempotency_hash beside the named ones. */
export const idempotentInsert = (table: string, columns: readonly string[]): IdempotentInsert => ({
  columns,
  insert: batchedInsert(table, ['id', 'idempotency_key', 'idempotency_hash', ...columns]),
  findByKey: {
    name: `find-${table}-by-key`,
    text: `select id, ${isoInstant('created_at')} as "createdAt", idempotency_hash as hash
             from ${table} where idempotency_key = $1`,
  },
})

interface KeyedRecord {
  id: string
  /** As the caller sent it; another body under the same key is refused. */
  body: object
  key: string | undefined
  /** Of the named columns, in their order. */
  values: readonly unknown[]
}

/** What a caller is answered, and whether this call stored it. */
export interface Stored {
  receipt: Receipt
  isNew: boolean
}

/**
 * Stores a record in one round trip. A key that was seen before brings the answer it brought then.
 * @throws {ProblemError} 422 when the key came before with another body.
 */
export async function storeOnce(
  em: EntityManager,
  { columns, insert, findByKey }: IdempotentInsert,
  { id, body, key, values }: KeyedRecord,
): Promise<Stored> {
  const hash = key ? createHash('sha256').update(canonicalJson(body)).digest() : null
  const pool = await poolOf(em)
  const stored = await insert(pool, {
    id,
    idempotency_key: key ?? null,
    idempotency_hash: hash && `\\x${hash.toString('hex')}`,
    ...Object.fromEntries(columns.map((column, index) => [column, values[index]])),
  })
  if (stored) {
    rememberTrace(pool, id)
    return { receipt: stored, isNew: true }
  }

  const [first] = await preparedRows<Receipt & { hash: Buffer }>(em, findByKey, [key])
  if (!first || !hash?.equals(first.hash)) {
    throw new ProblemError(422, 'idempotency_key_reused', 'This Idempotency-Key came before with another body.')
  }
  return { receipt: { id: first.id, createdAt: first.createdAt }, isNew: false }
}

/** The same members in another order are the same body. */
const canonicalJson = (body: object): string =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))
