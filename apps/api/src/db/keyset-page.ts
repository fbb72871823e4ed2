import type { EntityManager } from '@mikro-orm/postgresql'
import { ProblemError } from '../errors.ts'
import { isoInstant } from './iso-instant.ts'

/** SQL with a `?` for each of its values. All of them must hold. */
export type Conditions = [sql: string, values: unknown[]][]

export interface Page<Row> {
  rows: Row[]
  /** Number of all rows that match, on every page. */
  total: number
  /** There are more than `total`: counting stopped there. */
  isCapped?: boolean
  /** Cursor of the next page, undefined on the last. */
  next: string | undefined
}

export interface PageRequest {
  table: string
  columns: string
  where: Conditions
  limit: number
  cursor: string | undefined
  /** A cheaper way to the total than counting every row. */
  total?: Promise<Total>
}

export type Total = Pick<Page<unknown>, 'total' | 'isCapped'>

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/

const encode = (createdAt: string, id: string) => Buffer.from(`${createdAt}_${id}`).toString('base64url')

function decode(cursor: string): [createdAt: string, id: string] {
  const [, createdAt, id] = cursorForm.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) {
    throw new ProblemError(400, 'invalid_cursor', 'The cursor is not one that a next link named.')
  }
  return [createdAt, id]
}

export const joined = (conditions: Conditions) =>
  conditions.length > 0 ? conditions.map(([sql]) => sql).join(' and ') : 'true'

/** Counts every row that matches. */
export async function countRows(em: EntityManager, table: string, where: Conditions): Promise<Total> {
  const values = where.flatMap(([, conditionValues]) => conditionValues)
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from ${table} where ${joined(where)}`,
    values,
  )
  return { total: counted?.total ?? 0 }
}

/** Counts rows that match and stops at `cap`, so that a wide filter costs no more than a narrow one. */
export async function countRowsUpTo(em: EntityManager, table: string, where: Conditions, cap: number): Promise<Total> {
  const values = where.flatMap(([, conditionValues]) => conditionValues)
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from (select 1 from ${table} where ${joined(where)} limit ?) as matching`,
    [...values, cap + 1],
  )
  const total = counted?.total ?? 0
  return { total: Math.min(total, cap), isCapped: total > cap }
}

/**
 * Rows of a table with columns `created_at` and `id`, newest first. A page starts after the last row of the one
 * before, so depth costs nothing and a row that arrives meanwhile moves nothing.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export async function keysetPage<Row extends object>(em: EntityManager, request: PageRequest): Promise<Page<Row>> {
  const { table, columns, where, limit, cursor } = request
  const after: Conditions = cursor ? [['(created_at, id) < (?::timestamptz, ?::uuid)', decode(cursor)]] : []
  const page = [...where, ...after]
  const [found, total] = await Promise.all([
    em.execute<(Row & { key_id: string; key_at: string })[]>(
      `select ${columns}, id as key_id, ${isoInstant('created_at')} as key_at from ${table}
        where ${joined(page)}
        order by created_at desc, id desc
        limit ?`,
      [...page.flatMap(([, values]) => values), limit + 1],
    ),
    request.total ?? countRows(em, table, where),
  ])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    ...total,
    rows,
    next: found.length > limit && last ? encode(last.key_at, last.key_id) : undefined,
  }
}
