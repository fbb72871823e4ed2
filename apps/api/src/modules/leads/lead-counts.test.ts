import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../../test/harness.ts'
import { countLeads, factKindOf, getLeadStats, getLeadStatusCounts } from './lead-counts.ts'
import { leadFilters } from './lead-filters.ts'
import { recountLeads } from './lead-recount.ts'
import { listLeads } from './leads.queries.ts'

const { orm, db, asStaff } = await startApp()
const zone = 'America/New_York'

const total = async (query: Parameters<typeof leadFilters>[0], timeZone = zone) => {
  const filters = leadFilters(query, { timeZone, staffId: '' })
  return countLeads(orm.em.fork(), factKindOf(filters) ?? '', filters, timeZone)
}

const recount = () => recountLeads(orm.em.fork(), zone)

const queries: readonly Parameters<typeof total>[0][] = [
  {},
  { status: ['synced'] },
  { industry: ['retail'], volume: ['under-1000'] },
  { source: ['Mortgage Page'] },
  { from: '2026-03-01', to: '2026-03-31' },
  { from: '2026-03-31' },
  { converted: true },
  { converted: false },
]

const totals = async () => Promise.all(queries.map(async (query) => (await total(query)).total))

beforeEach(async () => {
  await db.query('truncate lead, record_change, message, inbox_item')
  await db.query("update lead_fact_state set counted_until = '-infinity'")
  // Old and new leads, matching and not matching every filter. One is in March only in New York time.
  await insertLead(db, {
    created_at: '2026-03-05T12:00:00Z',
    status: 'synced',
    industry: 'retail',
    volume: 'under-1000',
  })
  await insertLead(db, { created_at: '2026-03-05T13:00:00Z', source: 'Mortgage Page' })
  await insertLead(db, { created_at: '2026-04-01T03:00:00Z', status: 'synced' })
  await insertLead(db, { created_at: '2026-04-01T05:00:00Z', industry: 'retail' })
  await insertLead(db, { status: 'synced', industry: 'retail', volume: 'under-1000' })
  await insertLead(db, { created_at: '2026-03-06T12:00:00Z', is_spam: true })
})

describe('getLeadSourceCounts', () => {
  test('200 with every page that leads came from, without spam', async () => {
    const sources = async () => (await asStaff({ method: 'GET', url: '/api/admin/stats/sources' })).json()
    await insertLead(db, { source: 'Spring Campaign' })
    await insertLead(db, { source: 'Bots alone', is_spam: true })
    const expected = [
      { source: 'Main Website', leads: 4 },
      { source: 'Mortgage Page', leads: 1 },
      { source: 'Spring Campaign', leads: 1 },
    ]
    expect(await sources()).toEqual(expected)
    await recount()
    expect(await sources()).toEqual(expected)
  })
})

describe('countLeads', () => {
  test('returns the same before and after leads are pre-aggregated', async () => {
    const before = await totals()
    expect(before).toEqual([5, 3, 2, 1, 3, 3, 3, 2])
    expect(await recount()).toBe(true)
    const { rows } = await db.query("select sum(leads)::int as counted from lead_fact where kind = 'total'")
    expect(rows[0].counted).toBe(4)
    expect(await totals()).toEqual(before)
  })

  test('a statement writes each count once, however many leads it changes', { tags: ['R41'] }, async () => {
    await recount()
    await db.query('begin')
    const written = async (statement: string) => {
      const now = `select (n_tup_ins + n_tup_upd)::int as rows from pg_stat_xact_user_tables where relname = 'lead_fact'`
      const before = (await db.query(now)).rows[0].rows
      await db.query(statement)
      return (await db.query(now)).rows[0].rows - before
    }
    await db.query(
      `insert into lead (id, first_name, last_name, email, lead_source, source)
       select gen_random_uuid(), 'Many', 'Example', 'many@example.com', 'x', 'Import' from generate_series(1, 500)`,
    )
    // One for each kind: total, day, source, owner, reply and unknown.
    expect(await written("update lead set created_at = '2026-03-09T12:00:00Z' where source = 'Import'")).toBe(6)
    // For the kinds total and day: subtracted from one status and added to another.
    expect(await written("update lead set status = 'sync_failed' where source = 'Import'")).toBe(4)
    expect(await written("update lead set crm_attempts = 1 where source = 'Import'")).toBe(0)
    const failed = "select leads::int from lead_fact where kind = 'total' and status = 'sync_failed'"
    expect((await db.query(failed)).rows).toEqual([{ leads: 500 }])
    // Subtracted from one owner and added to another.
    expect(
      await written(
        "update lead set owner_id = gen_random_uuid() where source = 'Import' and id = (select id from lead where source = 'Import' limit 1)",
      ),
    ).toBe(2)
    expect(await written("delete from lead where source = 'Import'")).toBe(7)
    await db.query('rollback')
  })

  test('counts days of another time zone without the counts for this one', async () => {
    await recount()
    expect(await total({ from: '2026-03-01', to: '2026-03-31' }, 'UTC')).toEqual({ total: 2 })
  })

  test('stops at 1,000 where no count is kept, on any page, and reports that', async () => {
    await db.query(
      `insert into lead (id, first_name, last_name, email, lead_source, source)
       select gen_random_uuid(), 'Many', 'Example', 'many@example.com', 'x', 'Main Website' from generate_series(1, 1001)`,
    )
    const list = (query: object, cursor?: string) =>
      listLeads(orm.em.fork(), { limit: 50, ...(cursor && { cursor }), ...query }, { timeZone: zone, staffId: '' })
    const first = await list({ q: 'many@' })
    expect(first).toMatchObject({ total: 1_000, isCapped: true })
    expect(first.rows).toHaveLength(50)
    const second = await list({ q: 'many@' }, first.next)
    expect(second).toMatchObject({ total: 1_000, isCapped: true })
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(100)
    expect(await list({ q: 'many@', source: ['Mortgage Page'] })).toMatchObject({ total: 0, isCapped: false, rows: [] })
    expect(await list({ from: '2026-03-01', to: '2026-03-31', status: ['synced'] })).toMatchObject({
      total: 2,
      rows: [{}, {}],
    })
    expect(await list({})).toMatchObject({ total: 1_006, rows: { length: 50 } })
  })
})

test('the dashboard figures are the same from either count', async () => {
  const before = await getLeadStats(orm.em.fork(), zone)
  expect(before).toEqual({ totalLeads: 5, thisMonth: 1, conversionRate: 60, pipelineValue: 680 })
  await recount()
  expect(await getLeadStats(orm.em.fork(), zone)).toEqual(before)
})

describe('getLeadStatusCounts', () => {
  const counts = async () => {
    const answer = await asStaff({ method: 'GET', url: '/api/admin/stats/statuses' }, 'viewer')
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  test('200 with an empty list when there are no leads', async () => {
    await db.query('delete from lead')
    expect(await counts()).toEqual([])
  })

  test('200 with each status, the same before and after leads are pre-aggregated, and when they change', async () => {
    const expected = [
      { status: 'synced', leads: 3 },
      { status: 'new', leads: 2 },
    ]
    expect(await counts()).toEqual(expected)
    expect(await recount()).toBe(true)
    expect(await getLeadStatusCounts(orm.em.fork(), zone)).toEqual(expected)
    await db.query("update lead set status = 'qualified' where status = 'new'")
    expect(await counts()).toEqual([
      { status: 'synced', leads: 3 },
      { status: 'qualified', leads: 2 },
    ])
  })
})

test('a day with two midnights, because the clock is set back, begins at the first one', async () => {
  // The Azores, on the last Sunday of October: at midnight in UTC, and an hour later.
  const [timeZone, day] = ['Atlantic/Azores', '2026-10-25']
  await insertLead(db, { created_at: '2026-10-25T00:30:00Z' })
  const query = { from: day, to: day, limit: 10 }
  const { rows } = await listLeads(orm.em.fork(), query, { timeZone, staffId: '' })
  expect([rows.length, (await total(query, timeZone)).total]).toEqual([1, 1])
})
