import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Receipt } from '@app/contract'
import { ProblemError } from '../errors.ts'
import { isoInstant } from './iso-instant.ts'
import { preparedRows } from './prepared.ts'

/** The two statements that store a record once for each key. */
export interface IdempotentInsert {
  insert: { name: string; text: string }
  findByKey: { name: string; text: string }
}

/** Statements for a table with columns id, created_at, idempotency_key and idempotency_hash beside the named ones. */
export function idempotentInsert(table: string, columns: readonly string[]): IdempotentInsert {
  const names = ['id', 'idempotency_key', 'idempotency_hash', ...columns]
  const receipt = `id, ${isoInstant('created_at')} as "createdAt"`
  return {
    insert: {
      name: `insert-${table}`,
      text: `insert into ${table} (${names.join(', ')})
             values (${names.map((_, index) => `$${index + 1}`).join(', ')})
             on conflict (idempotency_key) do nothing
             returning ${receipt}`,
    },
    findByKey: {
      name: `find-${table}-by-key`,
      text: `select ${receipt}, idempotency_hash as hash from ${table} where idempotency_key = $1`,
    },
  }
}

interface KeyedRecord {
  id: string
  /** As the caller sent it; another body under the same key is refused. */
  body: object
  key: string | undefined
  /** Of the statement's columns, in their order. */
  values: readonly unknown[]
}

/**
 * Stores a record in one round trip. A key that was seen before brings the answer it brought then.
 * @throws {ProblemError} 422 when the key came before with another body.
 */
export async function storeOnce(
  em: EntityManager,
  statements: IdempotentInsert,
  record: KeyedRecord,
): Promise<Receipt> {
  const { id, body, key, values } = record
  const hash = key ? createHash('sha256').update(canonicalJson(body)).digest() : null
  const [stored] = await preparedRows<Receipt>(em, statements.insert, [id, key ?? null, hash, ...values])
  if (stored) return stored

  const [first] = await preparedRows<Receipt & { hash: Buffer }>(em, statements.findByKey, [key])
  if (!first || !hash?.equals(first.hash)) {
    throw new ProblemError(422, 'idempotency_key_reused', 'This Idempotency-Key came before with another body.')
  }
  return { id: first.id, createdAt: first.createdAt }
}

/** The same members in another order are the same body. */
const canonicalJson = (body: object): string =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))
