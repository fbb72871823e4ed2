import { type EntityManager, UuidType } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { isInstant } from '@app/contract'
import { ProblemError } from '../errors/errors.ts'
import { checkedRows } from './checked-rows.ts'
import { reader, run, columns, type Fragment, table, type Selection, instantText, startOfDay } from './sql.ts'

/** Conditions that a row must all meet. */
export type Where = readonly Fragment[]

export interface Page<Row> {
  rows: Row[]
  /** Number of all matching rows, on every page. */
  total: number
  /** True when there are more than `total`, because counting stopped there. */
  isCapped?: boolean
  /** True when no row contains the searched words, and these rows have similarly spelled words. */
  isSimilar?: boolean
  /** True when no row contains the searched words, and the search for similar ones timed out. */
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
  where: Where
  limit: number
  cursor: string | undefined
  /** A cheaper way to get the total than counting every row. */
  total?: () => Promise<Total>
  /**
   * Counts the total first. If no row meets several conditions together, an index for one of them would be scanned to
   * its end in vain; a total of 0 avoids that.
   */
  isOftenEmpty?: boolean
  /**
   * For searches, which no index can return in order: one query finds the page and the count, and counting stops here.
   */
  countCap?: number
  /** Newest first by default. A cursor is only valid for the order that it came from. */
  order?: Order
}

/** Rows are sorted by `key` (SQL for a text of at most sixty characters) if there is one, then by time and id. */
export interface Order {
  key?: Fragment
  descending: boolean
}

export const newestFirst: Order = { descending: true }

type Search = Pick<PageRequest<unknown>, 'entity' | 'where' | 'order'>

/** The order of a query that selects the sort key as `key_text`. */
export function sortedBy(entity: PagedEntity, { key, descending }: Order): Fragment {
  const { createdAt, id } = columns(entity)
  return sql.join(
    [...(key ? [sql`key_text`] : []), createdAt, id].map((column) => (descending ? sql`${column} desc` : column)),
  )
}

const keyText = ({ key }: Order): Fragment => (key ? sql`, ${key} as key_text` : sql``)

export type Total = Pick<Page<unknown>, 'total' | 'isCapped'>

// PostgreSQL text can contain every character except NUL.
const cursorPattern =
  /^([^_]{24})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]+_[0-9A-Za-z]{20})(?:_([^\0]{0,60}))?$/u

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
  const isOfThisEntity = hasUuid(entity) === !id?.includes('_')
  if (!createdAt || !id || !isOfThisOrder || !isOfThisEntity || !isInstant(createdAt)) {
    throw new ProblemError(400, 'invalid_cursor', 'The cursor did not come from a next link of this list and order.')
  }
  return [...(text === undefined ? [] : [text]), createdAt, id]
}

/** Combines all conditions into one. */
export const all = (conditions: Where): Fragment =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

const totals = reader(Type.Object({ total: Type.Integer() }))

async function countRows(em: EntityManager, entity: PagedEntity, where: Where): Promise<Total> {
  const [counted] = await totals(em, sql`select count(*)::int as total from ${table(entity)} where ${all(where)}`)
  return { total: counted?.total ?? 0 }
}

/**
 * SQL for the first matching rows, up to a limit. The `order by` keeps the planner on the index with this order;
 * without it, PostgreSQL scans a large table. A page by a key is still searched by time, because the matches may all be
 * at the far end of the key's index.
 */
function firstMatches({ entity, where, order = newestFirst }: Search, limit: number): Fragment {
  const { id, createdAt } = columns(entity)
  return sql`select ${id}, ${createdAt}${keyText(order)} from ${table(entity)}
    where ${all(where)} order by ${sortedBy(entity, order.key ? newestFirst : order)} limit ${limit}`
}

const capped = (found: number, cap: number): Total => ({ total: Math.min(found, cap), isCapped: found > cap })

/** Counts matching rows up to `cap`, so that a broad filter costs no more than a narrow one. */
export const countRowsUpTo = (
  em: EntityManager,
  entity: { tableName: string },
  where: Where,
  cap: number,
): Promise<Total> => countUpTo(em, sql`select 1 from ${table(entity)} where ${all(where)} limit ${cap + 1}`, cap)

async function countUpTo(em: EntityManager, rows: Fragment, cap: number): Promise<Total> {
  const [counted] = await totals(em, sql`select count(*)::int as total from (${rows}) as matching`)
  return capped(counted?.total ?? 0, cap)
}

/** The members of a cursor, which are selected along with the row. */
export const Key = Type.Object({ key_id: Type.String(), key_at: Type.String(), key_text: Type.Optional(Type.String()) })
export type Key = Type.Static<typeof Key>

const keysOf = checkedRows(Key)
const matchCounts = checkedRows(Type.Object({ matching: Type.Integer() }))

export function keyColumns(entity: PagedEntity, order: Order): Fragment {
  const { id, createdAt } = columns(entity)
  return sql`${id} as key_id, ${instantText(createdAt)} as key_at${keyText(order)}`
}

/** Rows, with one more than the page size if there is a next page, and their keys at the same indexes. */
interface Found<Row> {
  rows: Row[]
  keys: Key[]
}

/**
 * Finds the page and the count in one query, because the search is the expensive part. Considers the first `cap`
 * matches, or, for a page sorted by a key, the newest `cap` matches, which it then sorts.
 */
async function pageAmongFirst<Row>(
  em: EntityManager,
  request: PageRequest<Row>,
  cap: number,
): Promise<[Found<Row>, Total]> {
  const { entity, selection, limit, order = newestFirst } = request
  const { id } = columns(entity)
  const after = afterCursor(request, sql`key_text`)
  const found = await run(
    em,
    sql`with matches as materialized (${firstMatches(request, cap + 1)})
     select ${selection.sql}, ${keyColumns(entity, order)}, (select count(*)::int from matches) as matching
       from ${table(entity)}
      where ${id} in (select ${id} from matches where ${all(after)} order by ${sortedBy(entity, order)} limit ${limit + 1})
      order by ${sortedBy(entity, order)}`,
  )
  const [first] = matchCounts(found)
  const total = first || !request.cursor ? capped(first?.matching ?? 0, cap) : await totalOf(em, request)
  return [{ rows: selection.rows(found), keys: keysOf(found) }, total]
}

/**
 * One page of an entity's rows, newest first by default. It starts after the last row of the previous page, so a deep page
 * costs no more than the first, and new rows shift nothing.
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

/** With at least this many matches, a scan of the key's index soon finds enough of them. */
const manyRows = 2_000

/**
 * The key's index has all rows in order, but scanning it takes long if only a few of them match, or if the matches are
 * adjacent, like people with the same name. So few matches are found first and sorted afterwards. A search that stops
 * counting sorts only its newest matches.
 */
async function pageByKey<Row>(em: EntityManager, request: PageRequest<Row>): Promise<[Found<Row>, Total]> {
  if (request.countCap !== undefined) return pageAmongFirst(em, request, request.countCap)
  const total = await totalOf(em, request)
  if (total.total === 0) return [{ rows: [], keys: [] }, total]
  if (total.total > manyRows) return [await rowsAfterCursor(em, request), total]
  const [found] = await pageAmongFirst(em, request, manyRows)
  return [found, total]
}

/** The condition for rows after the cursor. */
function afterCursor<Row>({ entity, cursor, order = newestFirst }: PageRequest<Row>, key?: Fragment): Where {
  return cursor ? [startsAfter(entity, order, decode(cursor, order, entity), key)] : []
}

/**
 * The condition for rows after another row.
 * @param values of the other row: its key if there is one, time, and id
 * @param keySql the key, if the statement uses another name for it
 */
export function startsAfter(
  entity: PagedEntity,
  { key, descending }: Order,
  values: readonly string[],
  keySql: Fragment | undefined = key,
): Fragment {
  const { id, createdAt } = columns(entity)
  const types = [...(keySql && key ? [sql`text`] : []), sql`timestamptz`, hasUuid(entity) ? sql`uuid` : sql`text`]
  const keys = [...(keySql && key ? [keySql] : []), createdAt, id]
  const marks = types.map((type, place) => sql`${values[place]}::${type}`)
  return sql`(${sql.join(keys)}) ${descending ? sql`<` : sql`>`} (${sql.join(marks)})`
}

async function rowsAfterCursor<Row>(em: EntityManager, request: PageRequest<Row>): Promise<Found<Row>> {
  const { entity, selection, where, limit, order = newestFirst } = request
  const found = await run(
    em,
    sql`select ${selection.sql}, ${keyColumns(entity, order)} from ${table(entity)}
      where ${all([...where, ...afterCursor(request)])} order by ${sortedBy(entity, order)} limit ${limit + 1}`,
  )
  return { rows: selection.rows(found), keys: keysOf(found) }
}

export function totalOf<Row>(em: EntityManager, request: PageRequest<Row>): Promise<Total> {
  const { entity, where, total, countCap } = request
  if (total) return total()
  if (countCap === undefined) return countRows(em, entity, where)
  return countUpTo(em, firstMatches(request, countCap + 1), countCap)
}

/** Records from the start of the day `from` to the end of the day `to`, in the business time zone. */
export function dayConditions(
  createdAt: Fragment,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): Fragment[] {
  const where: Fragment[] = []
  if (from) where.push(sql`${createdAt} >= ${startOfDay(sql`${from}::date`, timeZone)}`)
  if (to) where.push(sql`${createdAt} < ${startOfDay(sql`${to}::date + 1`, timeZone)}`)
  return where
}
