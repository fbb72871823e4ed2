import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { CreatedRecord } from '@app/contract'
import { sql } from 'kysely'
import { checkedRows } from './checked-rows.ts'
import { compiled, columnName, columns, type Fragment, table, instantText } from './sql.ts'

/** Keyed by property. A value that JSON cannot express is given in PostgreSQL's text format. */
export interface Row {
  id: string
  idempotencyKey: string | null
  [property: string]: unknown
}

interface Table {
  tableName: string
  properties: { id: unknown; createdAt: unknown; idempotencyKey: unknown }
}

/** Stores a row. Resolves with undefined when its idempotency key is taken. */
export type InsertRow = (pool: Pool, row: Row) => Promise<CreatedRecord | undefined>

interface Waiting {
  row: Row
  resolve: (receipt: CreatedRecord | undefined) => void
  reject: (error: unknown) => void
}

const maxRows = 100

/** SQL by the property that it computes. */
export type Computed = Readonly<Record<string, Fragment>>

const receipts = checkedRows(CreatedRecord)

/**
 * Rows that arrive in one turn of the event loop, or while a statement is running, share the next statement and its
 * commit. A single row therefore never waits for others, and many rows cost little more than one (docs/performance.md).
 * The statement has one parameter for any number of rows, so that PostgreSQL keeps its plan. All rows of a table must
 * have the same properties.
 * @param computed SQL for properties that the database computes from columns of the same row.
 * @param maxWaitMs how long rows wait for the previous statement, which may hang.
 */
export function batchedInsert(entity: Table, computed: Computed = {}, maxWaitMs = 20): InsertRow {
  const waiting = new WeakMap<Pool, Waiting[]>()
  const underWay = new WeakMap<Pool, Promise<void>>()
  let statement: ReturnType<typeof statementFor> | undefined

  const insert = async (pool: Pool, batch: Waiting[]) => {
    const [first] = batch
    if (!first) return
    statement ??= statementFor(entity, Object.keys(first.row), computed)
    const { name, text, toColumns } = statement
    const values = [JSON.stringify(batch.map(({ row }) => toColumns(row)))]
    const { rows } = await pool.query({ name, text, values })
    const stored = new Map(receipts(rows).map((receipt) => [receipt.id, receipt]))
    for (const { row, resolve } of batch) resolve(stored.get(row.id))
  }

  const flush = async (pool: Pool, batch: Waiting[]) => {
    try {
      await insert(pool, batch)
    } catch (error) {
      if (batch.length === 1 || !isAboutARow(error)) return batch.forEach(({ reject }) => reject(error))
      // Nothing was stored. A bad row must not fail the others, so each is retried alone.
      await Promise.all(batch.map((one) => insert(pool, [one]).catch(one.reject)))
    }
  }

  const send = async (pool: Pool, batch: Waiting[]) => {
    const before = underWay.get(pool)
    if (before) await Promise.race([before, setTimeout(maxWaitMs, undefined, { ref: false })])
    await setImmediate()
    if (waiting.get(pool) === batch) waiting.delete(pool)
    // Statements that share keys insert them in the same order, and therefore never deadlock.
    batch.sort((a, b) => compare(a.row.idempotencyKey, b.row.idempotencyKey))
    const stored = flush(pool, batch)
    underWay.set(pool, stored)
    await stored
    if (underWay.get(pool) === stored) underWay.delete(pool)
  }

  return (pool, row) =>
    new Promise((resolve, reject) => {
      let batch = waiting.get(pool)
      if (!batch || batch.length >= maxRows) {
        batch = []
        waiting.set(pool, batch)
        void send(pool, batch)
      }
      batch.push({ row, resolve, reject })
    })
}

function statementFor(entity: Table, properties: readonly string[], computed: Computed) {
  const { tableName } = entity
  const { id, createdAt, idempotencyKey } = columns(entity)
  const stored = properties.map((property) => ({ property, column: columnName(entity, property) }))
  const names = [...properties, ...Object.keys(computed)].map((property) => sql.ref(columnName(entity, property)))
  const values = [...stored.map(({ column }) => sql.ref(column)), ...Object.values(computed)]
  const rows = null
  const { text, values: parameters } = compiled(sql`
    insert into ${table(entity)} (${sql.join(names)})
    select ${sql.join(values)} from json_populate_recordset(null::${table(entity)}, ${rows})
        on conflict (${idempotencyKey}) do nothing
    returning ${id} as id, ${instantText(createdAt)} as "createdAt"`)
  if (parameters.length !== 1) throw new TypeError(`SQL that computes a value of ${tableName} has parameters`)
  return {
    name: `insert-${tableName}`,
    text,
    toColumns: (row: Row) => {
      const record: Record<string, unknown> = {}
      for (const { property, column } of stored) record[column] = row[property]
      if (Object.keys(row).length !== stored.length)
        throw new TypeError(`Rows of ${tableName} differ in their properties`)
      return record
    },
  }
}

const compare = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : 1)

/** The SQLSTATE classes of invalid data and of violated constraints. */
export const isAboutARow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code)
