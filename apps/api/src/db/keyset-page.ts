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
  /** Newest first when absent. A cursor belongs to the order that it came from. */
  order?: Order
}

/** Rows follow each other by `created_at` and `id`, and by `key` before these: SQL of a text of sixty signs at most. */
export interface Order {
  key?: string
  descending: boolean
}

const newestFirst: Order = { descending: true }

type Sought = Pick<PageRequest, 'table' | 'where' | 'order'>

/** Of a query that selects the order's key as `key_text`. */
const orderBy = ({ key, descending }: Order): string =>
  [...(key ? ['key_text'] : []), 'created_at', 'id'].map((name) => (descending ? `${name} desc` : name)).join(', ')

const keyText = ({ key }: Order): string => (key ? `, ${key} as key_text` : '')

export type Total = Pick<Page<unknown>, 'total' | 'isCapped'>

// PostgreSQL takes every sign in a text but NUL.
const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})(?:_([^\0]{0,60}))?$/u

const encode = ({ key_at, key_id, key_text }: Key) =>
  Buffer.from([key_at, key_id, ...(key_text === undefined ? [] : [key_text])].join('_')).toString('base64url')

/** What a row must come after, in the order of its keys. */
function decode(cursor: string, order: Order): string[] {
  const [, createdAt, id, text] = cursorForm.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isOfThisOrder = (text === undefined) === (order.key === undefined)
  if (!createdAt || !id || !isOfThisOrder || Number.isNaN(Date.parse(createdAt))) {
    throw new ProblemError(400, 'invalid_cursor', 'The cursor is not one that a next link named.')
  }
  return [...(text === undefined ? [] : [text]), createdAt, id]
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

/**
 * The first rows that match, one more than are counted. Read in the page's order, or a large table reads otherwise;
 * by time when the page is by a key, because what matches may lie at the far end of that.
 */
const firstUpTo = ({ table, where, order = newestFirst }: Sought) =>
  `select id, created_at${keyText(order)} from ${table}
    where ${joined(where)} order by ${orderBy(order.key ? newestFirst : order)} limit ?`

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

type Key = { key_id: string; key_at: string; key_text?: string }
type Keyed<Row> = Row & Key

const keyColumns = (order: Order) => `id as key_id, ${isoInstant('created_at')} as key_at${keyText(order)}`

/**
 * A page of what matches, and its count, from one look at the rows: a search costs a large table most, and would be
 * made twice. Found are the first matches up to `cap`; by a key, the newest, which are put in order then.
 */
async function pageAmong<Row extends object>(
  em: EntityManager,
  request: PageRequest,
  cap: number,
): Promise<[Keyed<Row>[], Total]> {
  const { table, columns, where, limit, order = newestFirst } = request
  const after = follows(request, 'key_text')
  const found = await em.execute<(Keyed<Row> & { matching: number })[]>(
    `with matches as materialized (${firstUpTo(request)})
     select ${columns}, ${keyColumns(order)}, (select count(*)::int from matches) as matching
       from ${table}
      where id in (select id from matches where ${joined(after)} order by ${orderBy(order)} limit ?)
      order by ${orderBy(order)}`,
    [...valuesOf(where), cap + 1, ...valuesOf(after), limit + 1],
  )
  const [first] = found
  const total = first || !request.cursor ? capped(first?.matching ?? 0, cap) : await totalOf(em, request)
  return [found.map(({ matching: _counted, ...row }) => row as unknown as Keyed<Row>), total]
}

/**
 * Rows of a table with columns `created_at` and `id`, newest first unless asked otherwise. A page starts after the last
 * row of the one before, so depth costs nothing and a row that arrives meanwhile moves nothing.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export async function keysetPage<Row extends object>(em: EntityManager, request: PageRequest): Promise<Page<Row>> {
  const { limit } = request
  const [found, total] = await (request.order?.key ? pageByKey<Row>(em, request) : pageByTime<Row>(em, request))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    ...total,
    rows,
    next: found.length > limit && last ? encode(last) : undefined,
  }
}

const pageByTime = <Row extends object>(em: EntityManager, request: PageRequest): Promise<[Keyed<Row>[], Total]> =>
  request.countCap !== undefined && !request.cursor
    ? pageAmong<Row>(em, request, request.countCap)
    : Promise.all([rowsAfter<Row>(em, request), totalOf(em, request)])

/** Of more rows than these, a page is soon met on the way through all rows in their order. */
const manyRows = 2_000

/**
 * An index has all rows in the order of a key, but the way through it is long when few of them match, or when those
 * that do lie together, as persons of one name do. Few are found first and put in order then, and of a search that
 * stops counting the newest.
 */
async function pageByKey<Row extends object>(em: EntityManager, request: PageRequest): Promise<[Keyed<Row>[], Total]> {
  if (request.countCap !== undefined) return pageAmong<Row>(em, request, request.countCap)
  const total = await totalOf(em, request)
  if (total.total > manyRows) return [await rowsAfter<Row>(em, request), total]
  const [rows] = await pageAmong<Row>(em, request, manyRows)
  return [rows, total]
}

/** Only what comes after the page before, which its cursor names. `key` is SQL of the order's key. */
function follows({ cursor, order = newestFirst }: PageRequest, key = order.key): Conditions {
  if (!cursor) return []
  const [keys, values] = order.key ? [`${key}, `, '?::text, '] : ['', '']
  const isPast = order.descending ? '<' : '>'
  return [[`(${keys}created_at, id) ${isPast} (${values}?::timestamptz, ?::uuid)`, decode(cursor, order)]]
}

async function rowsAfter<Row extends object>(em: EntityManager, request: PageRequest): Promise<Keyed<Row>[]> {
  const { table, columns, where, limit, order = newestFirst } = request
  const page = [...where, ...follows(request)]
  return em.execute<Keyed<Row>[]>(
    `select ${columns}, ${keyColumns(order)} from ${table}
      where ${joined(page)} order by ${orderBy(order)} limit ?`,
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
