import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, untilBlocked } from '../../test/harness.ts'
import { LeadEntity } from '../entities/leads.entity.ts'
import { batchedInsert, type Row } from './batched-insert.ts'
import { poolOf } from './sql.ts'

const { orm, db, countRows } = await startApp()
const pool = await poolOf(orm.em)
const insert = batchedInsert(LeadEntity)

const row = (changes: Record<string, unknown> = {}): Row => ({
  id: randomUUID(),
  firstName: 'Dana',
  lastName: `Example "of" \\ 'Tulsa'`,
  email: 'dana@example.com',
  leadSource: 'Product Website',
  source: 'Main Website',
  idempotencyKey: null,
  idempotencyHash: null,
  ...changes,
})

/** The results of these inserts, in order. */
const outcomes = async (rows: Row[]) =>
  (await Promise.allSettled(rows.map((one) => insert(pool, one)))).map((result) =>
    result.status === 'rejected' ? 'refused' : (result.value?.id ?? 'taken'),
  )

beforeEach(() => db.query('truncate lead, record_change, message, inbox_item'))

/** Locks the key "m" until `end`, so that a statement with this key keeps waiting. */
async function holdKey(): Promise<{ end: () => Promise<void> }> {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query(
    `insert into lead (id, first_name, last_name, email, lead_source, source, idempotency_key, idempotency_hash)
     values ($1, 'Dana', 'Example', 'dana@example.com', 'Product Website', 'Main Website', 'm', '\\x00')`,
    [randomUUID()],
  )
  return {
    async end() {
      await holder.query('rollback')
      holder.release()
    },
  }
}

const keyed = (idempotencyKey: string) => row({ idempotencyKey, idempotencyHash: '\\x00' })

describe('rows that arrive while a statement is running', () => {
  test('share the next statement, even from different turns of the event loop', async () => {
    const patientInsert = batchedInsert(LeadEntity, {}, 60_000)
    const held = await holdKey()
    const first = patientInsert(pool, keyed('m'))
    await untilBlocked(db, 1)
    const later = [patientInsert(pool, row())]
    await setImmediate()
    later.push(patientInsert(pool, row()))
    await held.end()
    await Promise.all([first, ...later])
    const { rows: statements } = await db.query('select count(distinct xmin::text)::int as count from lead')
    expect(statements).toEqual([{ count: 2 }])
  })

  test('do not wait for a statement that hangs', async () => {
    const held = await holdKey()
    const hanging = insert(pool, keyed('m'))
    await untilBlocked(db, 1)
    expect(await insert(pool, row())).toBeDefined()
    await held.end()
    await hanging
  })
})

describe('rows from one turn of the event loop', () => {
  test('are stored in one statement, and each caller gets its own result', async () => {
    const rows = Array.from({ length: 3 }, () => row())
    expect(await outcomes(rows)).toEqual(rows.map(({ id }) => id))
    const stored = await db.query<{ statements: number; names: number }>(
      `select count(distinct xmin::text)::int as statements, count(*) filter (where last_name = $1)::int as names from lead`,
      [rows[0]?.['lastName']],
    )
    expect(stored.rows).toEqual([{ statements: 1, names: 3 }])
  })

  test('do not share an error: the other rows are stored when one is rejected', async () => {
    const rows = [row(), row({ email: null }), row(), row({ lastName: 'nul \u0000' })]
    expect(await outcomes(rows)).toEqual([rows[0]?.id, 'refused', rows[2]?.id, 'refused'])
    expect(await countRows('lead')).toBe(2)
  })

  test('with the same key are stored once', async () => {
    const key = { idempotencyKey: randomUUID(), idempotencyHash: '\\x00' }
    const results = await outcomes([row(key), row(key), row(key)])
    expect(results.filter((result) => result === 'taken')).toHaveLength(2)
    expect(await countRows('lead')).toBe(1)
  })

  test('can exceed what one statement accepts', async () => {
    const rows = Array.from({ length: 250 }, () => row())
    expect(await outcomes(rows)).toEqual(rows.map(({ id }) => id))
    expect(await countRows('lead')).toBe(250)
  })
})

test('statements with overlapping keys never deadlock', { tags: ['R11'] }, async () => {
  // The middle key is locked, so that both statements are running when it is released.
  const held = await holdKey()
  const forward = outcomes(['a', 'm', 'z'].map(keyed))
  await untilBlocked(db, 1)
  const backward = outcomes(['z', 'm', 'a'].map(keyed))
  await untilBlocked(db, 2)
  await held.end()

  const results = (await Promise.all([forward, backward])).flat()
  expect(results).not.toContain('refused')
  expect(results.filter((result) => result === 'taken')).toHaveLength(3)
  expect(await countRows('lead')).toBe(3)
})
