import type { EntityManager } from '@mikro-orm/postgresql'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, joined, type Page, type PageRequest, totalOf, valuesOf } from '../../db/keyset-page.ts'
import { ProblemError } from '../../errors.ts'

const cursorForm = /^([tf])_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/

const encode = (processed: boolean, createdAt: string, id: string) =>
  Buffer.from(`${processed ? 't' : 'f'}_${createdAt}_${id}`).toString('base64url')

function decode(cursor: string): [processed: boolean, createdAt: string, id: string] {
  const [, processed, createdAt, id] = cursorForm.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) {
    throw new ProblemError(400, 'invalid_cursor', 'The cursor is not one that a next link named.')
  }
  return [processed === 't', createdAt, id]
}

type Key = { key_processed: boolean; key_at: string; key_id: string }

/**
 * Rows as the work is done: pending ones before processed ones, the oldest of each first. An index has that order.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export async function workPage<Row extends object>(em: EntityManager, request: PageRequest): Promise<Page<Row>> {
  const { table, columns, where, limit, cursor } = request
  const after: Conditions = cursor
    ? [['(processed, created_at, id) > (?::boolean, ?::timestamptz, ?::uuid)', decode(cursor)]]
    : []
  const page = [...where, ...after]
  const [found, total] = await Promise.all([
    em.execute<(Row & Key)[]>(
      `select ${columns}, processed as key_processed, id as key_id, ${isoInstant('created_at')} as key_at from ${table}
        where ${joined(page)}
        order by processed, created_at, id
        limit ?`,
      [...valuesOf(page), limit + 1],
    ),
    totalOf(em, request),
  ])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    ...total,
    rows,
    next: found.length > limit && last ? encode(last.key_processed, last.key_at, last.key_id) : undefined,
  }
}
