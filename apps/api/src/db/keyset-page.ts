import { type EntityManager, UuidType } from '@mikro-orm/postgresql'
import * as Type from 'typebox'
import { ProblemError } from '../errors.ts'
import { checkedRows } from './checked-rows.ts'
import { columnsOf, type Selection } from './columns.ts'
import { isoInstant } from './iso-instant.ts'

/** Each is SQL with a `?` for each of its values. A row must meet all of them. */
export type Conditions = [sql: string, values: unknown[]][]

export interface Page<Row> {
  rows: Row[]
  /** Number of all rows that match, on every page. */
  total: number
  /** There are more than `total`: counting stopped there. */
  isCapped?: boolean
  /** Nothing contains the searched words; these rows have words that are spelled similarly. */
  isSimilar?: boolean
  /** Nothing contains the searched words, and looking for similar ones took too long. */
  isCutShort?: boolean
  /** Cursor of the next page, undefined on the last. */
  next: string | undefined
}

/** An entity whose rows can be paged through: each has an id and the time when it was stored. */
export interface PagedEntity {
  tableName: string
  properties: { id: unknown; createdAt: unknown }
}

export interface PageRequest<Row> {
  entity: PagedEntity
  selection: Selection<Row>
  where: Conditions
  limit: number
  cursor: string | undefined
  /** A cheaper way to the total than counting every row. */
  total?: () => Promise<Total>
  /**
   * Whether the total comes first. Where nothing meets several conditions together, an index for one of them is read to its
   * end in vain; a total of 0 spares that.
   */
  isOftenEmpty?: boolean
  /**
   * For searches, which no index can return in order: one query finds the page and the count, and it stops counting
   * here.
   */
  countCap?: number
  /** Newest first by default. A cursor is only valid for the order that it came from. */
  order?: Order
}

/** Rows are sorted by `key` if there is one (SQL for a text of at most sixty characters), then by time and id. */
export interface Order {
  key?: string
  descending: boolean
}

export const newestFirst: Order = { descending: true }

type Search = Pick<PageRequest<unknown>, 'entity' | 'where' | 'order'>

/** For a query that selects the order's key as `key_text`. */
export function orderBy(entity: PagedEntity, { key, descending }: Order): string {
  const { createdAt, id } = columnsOf(entity)
  return [...(key ? ['key_text'] : []), createdAt, id].map((name) => (descending ? `${name} desc` : name)).join(', ')
}

const keyText = ({ key }: Order): string => (key ? `, ${key} as key_text` : '')

export type Total = Pick<Page<unknown>, 'total' | 'isCapped'>

// PostgreSQL stores every character in a text except NUL.
const cursorPattern =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36}|[a-z]+_[0-9A-Za-z]{20})(?:_([^\0]{0,60}))?$/u

const hasUuid = ({ properties: { id } }: PagedEntity): boolean =>
  typeof id === 'object' && id !== null && 'type' in id && id.type === UuidType

/** The cursor of the page that starts after a row. */
export const encode = ({ key_at, key_id, key_text }: Key): string =>
  Buffer.from([key_at, key_id, ...(key_text === undefined ? [] : [key_text])].join('_')).toString('base64url')

/**
 * The key values of the row that a page starts after.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export function decode(cursor: string, order: Order, entity: PagedEntity): string[] {
  const [, createdAt, id, text] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isOfThisOrder = (text === undefined) === (order.key === undefined)
  const isOfThisEntity = hasUuid(entity) === /^[0-9a-f-]{36}$/.test(id ?? '')
  if (!createdAt || !id || !isOfThisOrder || !isOfThisEntity || Number.isNaN(Date.parse(createdAt))) {
    throw new ProblemError(400, 'invalid_cursor', 'The cursor does not come from a next link.')
  }
  return [...(text === undefined ? [] : [text]), createdAt, id]
}

export const joined = (conditions: Conditions) =>
  conditions.length > 0 ? conditions.map(([sql]) => sql).join(' and ') : 'true'

export const valuesOf = (conditions: Conditions): unknown[] => conditions.flatMap(([, values]) => values)

const totals = checkedRows(Type.Object({ total: Type.Integer() }))

/** Counts every row that matches. */
async function countRows(em: EntityManager, { tableName }: PagedEntity, where: Conditions): Promise<Total> {
  const counted = await em.execute(
    `select count(*)::int as total from ${tableName} where ${joined(where)}`,
    valuesOf(where),
  )
  return { total: totals(counted)[0]?.total ?? 0 }
}

/**
 * SQL for the first matching rows, up to a limit. The `order by` keeps the planner on the index that has this order;
 * without it, PostgreSQL scans a large table. A page by a key searches by time all the same: the matches may all lie at
 * the far end of the key's index.
 */
function firstMatches({ entity, where, order = newestFirst }: Search): string {
  const { id, createdAt } = columnsOf(entity)
  return `select ${id}, ${createdAt}${keyText(order)} from ${entity.tableName}
    where ${joined(where)} order by ${orderBy(entity, order.key ? newestFirst : order)} limit ?`
}

const capped = (found: number, cap: number): Total => ({ total: Math.min(found, cap), isCapped: found > cap })

/** Counts the rows that match and stops at `cap`, so that a wide filter costs no more than a narrow one. */
export async function countRowsUpTo(
  em: EntityManager,
  { tableName }: Pick<PagedEntity, 'tableName'>,
  where: Conditions,
  cap: number,
  rows = `select 1 from ${tableName} where ${joined(where)} limit ?`,
): Promise<Total> {
  const counted = await em.execute(`select count(*)::int as total from (${rows}) as matching`, [
    ...valuesOf(where),
    cap + 1,
  ])
  return capped(totals(counted)[0]?.total ?? 0, cap)
}

/** What a cursor is made of. Selected beside the row's own members. */
export const Key = Type.Object({ key_id: Type.String(), key_at: Type.String(), key_text: Type.Optional(Type.String()) })
export type Key = Type.Static<typeof Key>

const keysOf = checkedRows(Key)
const matchCounts = checkedRows(Type.Object({ matching: Type.Integer() }))

export function keyColumns(entity: PagedEntity, order: Order): string {
  const { id, createdAt } = columnsOf(entity)
  return `${id} as key_id, ${isoInstant(createdAt)} as key_at${keyText(order)}`
}

/** Rows, one more than a page holds if there are more, each with its key at the same place. */
interface Found<Row> {
  rows: Row[]
  keys: Key[]
}

/**
 * Finds the page and the count in one query, because a search is what costs a large table most. It considers the first
 * `cap` matches; when the page is sorted by a key, the newest `cap` matches, which it then sorts.
 */
async function pageAmongFirst<Row>(
  em: EntityManager,
  request: PageRequest<Row>,
  cap: number,
): Promise<[Found<Row>, Total]> {
  const { entity, selection, where, limit, order = newestFirst } = request
  const { id } = columnsOf(entity)
  const after = afterCursor(request, 'key_text')
  const found = await em.execute(
    `with matches as materialized (${firstMatches(request)})
     select ${selection.sql}, ${keyColumns(entity, order)}, (select count(*)::int from matches) as matching
       from ${entity.tableName}
      where ${id} in (select ${id} from matches where ${joined(after)} order by ${orderBy(entity, order)} limit ?)
      order by ${orderBy(entity, order)}`,
    [...valuesOf(where), cap + 1, ...valuesOf(after), limit + 1],
  )
  const [first] = matchCounts(found)
  const total = first || !request.cursor ? capped(first?.matching ?? 0, cap) : await totalOf(em, request)
  return [{ rows: selection.rows(found), keys: keysOf(found) }, total]
}

/**
 * One page of an entity's rows, newest first by default. It starts after the last row of the page before, so that a deep
 * page costs no more than the first and a row that arrives meanwhile shifts nothing.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export async function keysetPage<Row>(em: EntityManager, request: PageRequest<Row>): Promise<Page<Row>> {
  const [{ rows, keys }, total] = await (request.order?.key ? pageByKey(em, request) : pageByTime(em, request))
  const { limit } = request
  const last = keys[limit - 1]
  return { ...total, rows: rows.slice(0, limit), next: rows.length > limit && last ? encode(last) : undefined }
}

async function pageByTime<Row>(em: EntityManager, request: PageRequest<Row>): Promise<[Found<Row>, Total]> {
  const { countCap, cursor, isOftenEmpty } = request
  if (countCap !== undefined && !cursor) return pageAmongFirst(em, request, countCap)
  if (!isOftenEmpty || cursor) return Promise.all([rowsAfterCursor(em, request), totalOf(em, request)])
  const total = await totalOf(em, request)
  return [total.total > 0 ? await rowsAfterCursor(em, request) : { rows: [], keys: [] }, total]
}

/** Among this many matches or more, walking the key's index meets enough of them soon. */
const manyRows = 2_000

/**
 * The key's index has all rows in order, but walking it takes long when only a few of them match or when the matches
 * lie side by side, as people of one name do. Few matches are therefore found first and sorted afterwards. A search
 * that stops counting sorts only its newest matches.
 */
async function pageByKey<Row>(em: EntityManager, request: PageRequest<Row>): Promise<[Found<Row>, Total]> {
  if (request.countCap !== undefined) return pageAmongFirst(em, request, request.countCap)
  const total = await totalOf(em, request)
  if (total.total === 0) return [{ rows: [], keys: [] }, total]
  if (total.total > manyRows) return [await rowsAfterCursor(em, request), total]
  const [found] = await pageAmongFirst(em, request, manyRows)
  return [found, total]
}

/** The condition that a row comes after the cursor. `key` is the SQL of the order's key. */
function afterCursor<Row>({ entity, cursor, order = newestFirst }: PageRequest<Row>, key = order.key): Conditions {
  return cursor ? [afterKey(entity, order, decode(cursor, order, entity), key)] : []
}

/** The condition that a row comes after another one. `values` are that row's: its key if there is one, time and id. */
export function afterKey(
  entity: PagedEntity,
  { key, descending }: Order,
  values: string[],
  keySql = key,
): Conditions[number] {
  const { id, createdAt } = columnsOf(entity)
  const [keys, marks] = key ? [`${keySql}, `, '?::text, '] : ['', '']
  return [
    `(${keys}${createdAt}, ${id}) ${descending ? '<' : '>'} (${marks}?::timestamptz, ?::${hasUuid(entity) ? 'uuid' : 'text'})`,
    values,
  ]
}

async function rowsAfterCursor<Row>(em: EntityManager, request: PageRequest<Row>): Promise<Found<Row>> {
  const { entity, selection, where, limit, order = newestFirst } = request
  const page = [...where, ...afterCursor(request)]
  const found = await em.execute(
    `select ${selection.sql}, ${keyColumns(entity, order)} from ${entity.tableName}
      where ${joined(page)} order by ${orderBy(entity, order)} limit ?`,
    [...valuesOf(page), limit + 1],
  )
  return { rows: selection.rows(found), keys: keysOf(found) }
}

/** The number of all rows that match. */
export function totalOf<Row>(em: EntityManager, request: PageRequest<Row>): Promise<Total> {
  const { entity, where, total, countCap } = request
  if (total) return total()
  if (countCap === undefined) return countRows(em, entity, where)
  return countRowsUpTo(em, entity, where, countCap, firstMatches(request))
}
