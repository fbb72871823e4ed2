import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { insertLead, startApp } from '../../../test/harness.ts'
import { leadRecord, type LeadState } from '../leads/work/lead-record.ts'
import { applyEdits, type Edit } from './apply-edits.ts'

const { orm, db } = await startApp({ DATABASE_POOL_MAX: '8' })
const actor = { id: null, name: 'Test' }

beforeEach(() => db.query('delete from lead'))
// A new connection sends its own setup statements.
beforeEach(() => orm.em.fork().execute('select 1'))

const newLeads = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids) await insertLead(db, { id })
  return ids
}
const edit = (edits: readonly Edit<LeadState>[]) =>
  orm.em.fork().transactional((transaction) => applyEdits(transaction, leadRecord, actor, edits))
const stored = async () => (await db.query('select id, next_step, stage, version from lead order by next_step')).rows

/** The statements that the work sends, without parameters. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await work()
  const texts = query.mock.calls.map(([statement]) =>
    typeof statement === 'string' ? statement : 'text' in Object(statement) ? String(Object(statement).text) : '',
  )
  query.mockRestore()
  return texts.map((text) => text.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? '')
}

describe('applyEdits', () => {
  test('writes different patches to many records with as many statements as one patch to one record', async () => {
    const ids = await newLeads(50)
    const patches = ids.map((id, n): Edit<LeadState> =>
      n % 2 === 0
        ? { id, version: 1, patch: { nextStep: `Step ${n}` } }
        : { id, version: 1, patch: { stage: 'won', wonValue: n } },
    )
    const [single] = await newLeads(1)
    const one = await statementsOf(() => edit([{ id: single ?? '', patch: { nextStep: 'Step' } }]))
    const many = await statementsOf(() => edit(patches))
    expect(many).toEqual(one)
    expect(many.filter((word) => word === 'update')).toHaveLength(1)
    const { rows } = await db.query(
      `select count(*) filter (where next_step like 'Step%' and stage = 'new' and won_cents is null)::int as steps,
              count(*) filter (where stage = 'won' and won_cents is not null and next_step is null)::int as won,
              count(distinct won_cents)::int as values from lead where version = 2`,
    )
    expect(rows).toEqual([{ steps: 26, won: 25, values: 25 }])
    const changes = await db.query(
      'select count(*)::int as n, count(distinct group_id)::int as groups from record_change',
    )
    expect(changes.rows).toEqual([{ n: 51, groups: 2 }])
  })

  test('skips unchanged records, and returns no group when none change', async () => {
    const [one = '', other = ''] = await newLeads(2)
    await edit([{ id: one, patch: { nextStep: 'Call' } }])
    const again = await edit([one, other].map((id) => ({ id, patch: { nextStep: ' Call ' } })))
    expect(again.changed).toEqual([{ id: other, version: 2 }])
    expect(again.records.map(({ version }) => version)).toEqual([2, 2])
    const { groupId } = await edit([{ id: one, patch: { nextStep: 'Call', stage: 'new' } }])
    expect(groupId).toBeUndefined()
    const { rows } = await db.query('select before, after from record_change where record_id = $1', [one])
    expect(rows).toEqual([{ before: { nextStep: null }, after: { nextStep: 'Call' } }])
  })

  test('writes all of them or none', async () => {
    const [one = '', other = ''] = await newLeads(2)
    const before = await stored()
    const refused: Edit<LeadState>[][] = [
      [
        { id: one, patch: { nextStep: 'Call' } },
        { id: other, patch: { stage: 'lost' } },
      ],
      [
        { id: one, patch: { nextStep: 'Call' } },
        { id: randomUUID(), patch: { nextStep: 'Call' } },
      ],
      [
        { id: one, version: 1, patch: { nextStep: 'Call' } },
        { id: other, version: 2, patch: { nextStep: 'Call' } },
      ],
    ]
    for (const edits of refused) await expect(edit(edits)).rejects.toMatchObject({ name: 'Error' })
    expect(await stored()).toEqual(before)
    expect((await db.query('select from record_change')).rowCount).toBe(0)
  })

  test('never deadlocks when people change overlapping sets of records', { timeout: 60_000 }, async () => {
    const people = 5
    const ids = await newLeads(40)
    // Each in a different order.
    const ordered = (turn: number) => [...ids.slice(turn), ...ids.slice(0, turn)]
    // As many people as the pool has connections, so none waits for longer than a request may.
    const person = async (first: number) => {
      for (let turn = first; turn < 30; turn += people) {
        await edit(ordered(turn).map((id) => ({ id, patch: { nextStep: `Turn ${turn}` } })))
      }
    }
    await Promise.all(Array.from({ length: people }, (_, first) => person(first)))
    const { rows } = await db.query('select distinct next_step, version from lead')
    expect(rows).toEqual([{ next_step: expect.stringMatching(/^Turn \d+$/), version: 31 }])
    const changes = await db.query('select count(*)::int as n from record_change')
    expect(changes.rows).toEqual([{ n: 30 * 40 }])
  })
})
