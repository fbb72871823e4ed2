import type { EntityManager } from '@mikro-orm/postgresql'
import { isoInstant } from './iso-instant.ts'
import { type Conditions, joined } from './keyset-page.ts'

/** A head of the file and the SQL of its column. */
export type CsvColumn = [head: string, sql: string]

type Cell = string | number | boolean | null

/** Spreadsheets run a cell that begins like this as a formula, some also with the wide signs of East Asian keyboards. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function quoted(cell: Cell): string {
  const text = String(cell ?? '')
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line (RFC 4180). No cell is a formula: one that looks like it begins with an apostrophe. */
export const csvLine = (cells: Cell[]): string => `${cells.map(quoted).join(',')}\r\n`

interface CsvRequest {
  table: string
  columns: CsvColumn[]
  where: Conditions
}

const batchSize = 1_000

/**
 * All rows that match as a file, newest first, a batch at a time: a million rows need no more memory than a thousand.
 * The first batch is read before this resolves, so that a failure can still be answered as one.
 */
export async function csvFile(em: EntityManager, request: CsvRequest): Promise<AsyncIterable<string>> {
  const first = await nextBatch(em, request, undefined)
  return batches(em, request, first)
}

async function* batches(em: EntityManager, request: CsvRequest, first: Row[]): AsyncGenerator<string> {
  const heads = request.columns.map(([head]) => head)
  // Spreadsheets take a file without this mark for an old encoding.
  yield `\uFEFF${csvLine(heads)}`
  for (let rows = first; rows.length > 0;) {
    yield rows.map((row) => csvLine(heads.map((head) => row[head] ?? null))).join('')
    rows = rows.length < batchSize ? [] : await nextBatch(em, request, rows.at(-1))
  }
}

type Row = Record<string, Cell> & { key_id: string; key_at: string }

function nextBatch(em: EntityManager, { table, columns, where }: CsvRequest, after: Row | undefined): Promise<Row[]> {
  const page: Conditions = after
    ? [...where, ['(created_at, id) < (?::timestamptz, ?::uuid)', [after.key_at, after.key_id]]]
    : where
  const named = columns.map(([head, sql]) => `${sql} as "${head}"`)
  return em.execute<Row[]>(
    `select ${named.join(', ')}, id as key_id, ${isoInstant('created_at')} as key_at
       from ${table} where ${joined(page)} order by created_at desc, id desc limit ?`,
    [...page.flatMap(([, values]) => values), batchSize],
  )
}
