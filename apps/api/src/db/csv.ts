import { isFormula } from '@app/contract/formats'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import * as Type from 'typebox'
import { checkedRows } from './checked-rows.ts'
import {
  all,
  Key,
  keyColumns,
  newestFirst,
  type Order,
  type PagedEntity,
  sortedBy,
  startsAfter,
  type Where,
} from './keyset-page.ts'
import { poolOf, run, type Fragment, table } from './sql.ts'

const Cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
export type Cell = Type.Static<typeof Cell>

function quoted(cell: Cell): string {
  const text = String(cell ?? '')
  // A credit is a negative number, not a formula.
  const harmless = typeof cell !== 'number' && isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line (RFC 4180). A cell that looks like a formula is prefixed with an apostrophe. */
export const csvLine = (cells: Cell[]): string => `${cells.map(quoted).join(',')}\r\n`

/** Converts rows in memory to a file. */
export async function* csvOf(headings: string[], rows: Cell[][]): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(headings)}`
  yield rows.map(csvLine).join('')
}

interface CsvRequest {
  entity: PagedEntity
  /** The SQL of each column by its heading, in the order of the file. */
  columns: Readonly<Record<string, Fragment>>
  where: Where
  /** Newest first by default. */
  order?: Order
  /** Called with the number of further rows read. */
  onRows?: ((count: number) => void) | undefined
}

/** Rows per read. */
export const csvBatchSize = 100

/** The cells of some rows, and the start of the next batch; undefined after the last one. */
interface Batch<Place> {
  rows: Cell[][]
  next: Place | undefined
}

type ReadBatch<Place> = (from: Place | undefined) => Promise<Batch<Place>>

/** All matching rows as a file. */
export function csvFile(em: EntityManager, request: CsvRequest): Promise<AsyncIterable<string>> {
  const headings = Object.keys(request.columns)
  return csvInBatches(headings, (after: Key | undefined) => readRows(em, request, headings, after), request.onRows)
}

/**
 * A file that is read in batches, so a million rows take no more memory than a hundred. The first batch is read before
 * this resolves, so that an error can still set the response's status.
 */
export async function csvInBatches<Place>(
  headings: readonly string[],
  read: ReadBatch<Place>,
  onRows?: (count: number) => void,
): Promise<AsyncIterable<string>> {
  const first = await inTurn(() => read(undefined))
  return batches([...headings], read, first, onRows)
}

async function* batches<Place>(
  headings: string[],
  read: ReadBatch<Place>,
  first: Batch<Place>,
  onRows?: (count: number) => void,
): AsyncGenerator<string> {
  // Without this mark, spreadsheets read the file in a legacy encoding.
  yield `\uFEFF${csvLine(headings)}`
  for (let batch = first; ;) {
    if (batch.rows.length > 0) {
      onRows?.(batch.rows.length)
      yield batch.rows.map(csvLine).join('')
    }
    const { next } = batch
    if (next === undefined) return
    batch = await inTurn(() => read(next))
  }
}

const cellsOf = checkedRows(Type.Record(Type.String(), Cell))
const keysOf = checkedRows(Key)

/** The batch currently being read, by any export. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Exports take turns, so ten of them use no more of the process and the database at a time than one. After each batch,
 * they pause for as long as it took, which leaves half of both to other requests.
 */
function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const begun = turn.then(() => performance.now())
  const batch = begun.then(read)
  turn = batch.catch(() => {}).then(async () => sleep(performance.now() - (await begun)))
  return batch
}

async function readRows(
  em: EntityManager,
  request: CsvRequest,
  headings: readonly string[],
  after: Key | undefined,
): Promise<Batch<Key>> {
  const { entity, columns, where, order = newestFirst } = request
  const { key_text, key_at, key_id } = after ?? {}
  const last = [key_text, key_at, key_id].filter((value) => value !== undefined)
  const page = after ? [...where, startsAfter(entity, order, last)] : where
  const named = Object.entries(columns).map(([heading, column]) => sql`${column} as ${sql.id(heading)}`)
  // The driver's own query creates half as much garbage as the entity manager's.
  const rows = await run(
    await poolOf(em),
    sql`select ${sql.join(named)}, ${keyColumns(entity, order)} from ${table(entity)}
         where ${all(page)} order by ${sortedBy(entity, order)} limit ${csvBatchSize}`,
  )
  const cells = cellsOf(rows).map((row) => headings.map((heading) => row[heading] ?? null))
  return { rows: cells, next: keysOf(rows.slice(csvBatchSize - 1))[0] }
}
