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
  total?: () => Promise<Total>
  /** Matches are found once for the page and the count, and counting stops here: for what no index has in order. */
  countCap?: number
  /** The other way round. A cursor belongs to the order that it came from. */
  oldestFirst?: boolean | undefined
}

type Sought = Pick<PageRequest, 'table' | 'where' | 'oldestFirst'>

const orderOf = ({ oldestFirst }: Pick<PageRequest, 'oldestFirst'>) =>
  oldestFirst ? 'created_at, id' : 'created_at desc, id desc'

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

export const valuesOf = (conditions: Conditions): unknown[] => conditions.flatMap(([, values]) => values)

/** Counts every row that matches. */
async function countRows(em: EntityManager, table: string, where: Conditions): Promise<Total> {
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from ${table} where ${joined(where)}`,
    valuesOf(where),
  )
  return { total: counted?.total ?? 0 }
}

/** The first rows that match, one more than are counted. Read in the page's order, or a large table reads otherwise. */
const firstUpTo = (sought: Sought) =>
  `select id, created_at from ${sought.table} where ${joined(sought.where)} order by ${orderOf(sought)} limit ?`

const capped = (found: number, cap: number): Total => ({ total: Math.min(found, cap), isCapped: found > cap })

/** Counts rows that match and stops at `cap`, so that a wide filter costs no more than a narrow one. */
export async function countRowsUpTo(
  em: EntityManager,
  table: string,
  where: Conditions,
  cap: number,
  rows = `select 1 from ${table} where ${joined(where)} limit ?`,
): Promise<Total> {
  const [counted] = await em.execute<{ total: number }[]>(`select count(*)::int as total from (${rows}) as matching`, [
    ...valuesOf(where),
    cap + 1,
  ])
  return capped(counted?.total ?? 0, cap)
}

type Keyed<Row> = Row & { key_id: string; key_at: string }

const keyColumns = `id as key_id, ${isoInstant('created_at')} as key_at`

/** The first page and its count from one look at the rows: a search costs a large table most, and would be made twice. */
async function firstPageWithCount<Row extends object>(
  em: EntityManager,
  request: PageRequest,
  cap: number,
): Promise<[Keyed<Row>[], Total]> {
  const { table, columns, where, limit } = request
  const found = await em.execute<(Keyed<Row> & { matching: number })[]>(
    `with matches as materialized (${firstUpTo(request)})
     select ${columns}, ${keyColumns}, (select count(*)::int from matches) as matching
       from ${table}
      where id in (select id from matches order by ${orderOf(request)} limit ?)
      order by ${orderOf(request)}`,
    [...valuesOf(where), cap + 1, limit + 1],
  )
  const total = capped(found[0]?.matching ?? 0, cap)
  return [found.map(({ matching: _counted, ...row }) => row as unknown as Keyed<Row>), total]
}

/**
 * Rows of a table with columns `created_at` and `id`, newest first unless asked otherwise. A page starts after the last row of the one
 * before, so depth costs nothing and a row that arrives meanwhile moves nothing.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export async function keysetPage<Row extends object>(em: EntityManager, request: PageRequest): Promise<Page<Row>> {
  const { limit, cursor, countCap } = request
  const [found, total] =
    countCap !== undefined && !cursor
      ? await firstPageWithCount<Row>(em, request, countCap)
      : await Promise.all([rowsAfter<Row>(em, request), totalOf(em, request)])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    ...total,
    rows,
    next: found.length > limit && last ? encode(last.key_at, last.key_id) : undefined,
  }
}

async function rowsAfter<Row extends object>(em: EntityManager, request: PageRequest): Promise<Keyed<Row>[]> {
  const { table, columns, where, limit, cursor, oldestFirst } = request
  const follows = `(created_at, id) ${oldestFirst ? '>' : '<'} (?::timestamptz, ?::uuid)`
  const after: Conditions = cursor ? [[follows, decode(cursor)]] : []
  const page = [...where, ...after]
  return em.execute<Keyed<Row>[]>(
    `select ${columns}, ${keyColumns} from ${table} where ${joined(page)} order by ${orderOf(request)} limit ?`,
    [...valuesOf(page), limit + 1],
  )
}

/** Number of all rows that match. */
export function totalOf(em: EntityManager, request: PageRequest): Promise<Total> {
  const { table, where, total, countCap } = request
  if (total) return total()
  if (countCap === undefined) return countRows(em, table, where)
  return countRowsUpTo(em, table, where, countCap, firstUpTo(request))
}
