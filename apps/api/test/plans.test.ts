import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '@app/contract'
import { listLeads } from '../src/modules/leads/leads.queries.ts'
import { getDailyCounts, getLeadTrends } from '../src/modules/leads/lead-history.ts'
import { recountLeads } from '../src/modules/leads/lead-recount.ts'
import { countSampleRequests, listSampleRequests } from '../src/modules/samples/samples.queries.ts'
import { startApp, timeAgo } from './harness.ts'
import { type Cost, costOf } from './query-plans.ts'

const { orm, db, config } = await startApp()
const many = 30_000
const reader = { timeZone: config.businessTimeZone, staffId: randomUUID() }

/** Rows as varied as real ones, over two years. One in seven hundred matches a filter. */
beforeAll(async () => {
  await db.query(
    `insert into lead (id, first_name, last_name, email, company, industry, volume, status, lead_source, source, created_at)
     select gen_random_uuid(), 'Dana', initcap(left(md5((n % 7919)::text), 7)), left(md5(n::text), 12) || '@example.com',
            case when n % 3 > 0 then left(md5((n / 10)::text), 9) || ' Company' end,
            (array['automotive', 'health', 'home-services', 'mortgage', 'retail', 'other', null])[1 + n % 7],
            (array['under-1000', '1000-5000', '5000-25000', null])[1 + n % 4],
            (array['synced', 'synced', 'new', 'sync_failed'])[1 + n % 4], 'x',
            (array['Main Website', 'Mortgage Page', 'Print API Page'])[1 + n % 3],
            now() - interval '1 hour' - make_interval(secs => n * 2000)
       from generate_series(1, $1::int) as n`,
    [many],
  )
  await db.query(
    `insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type, processed,
                                 printed_at, crm_status, created_at)
     select gen_random_uuid(), 'Dana', initcap(left(md5((n % 7919)::text), 7)), left(md5(n::text), 12) || '@example.com',
            '12 Example Street', 'Cambridge', 'MA', '02138', 'both', n % 3 > 0,
            case when n % 3 > 0 or n % 300 = 0 then now() end,
            (array['synced', 'synced', 'pending', 'failed'])[1 + n % 4],
            now() - interval '1 hour' - make_interval(secs => n * 2000)
       from generate_series(1, $1::int) as n`,
    [many],
  )
  await db.query('vacuum (analyze) lead, sample_request')
  await recountLeads(orm.em.fork(), config.businessTimeZone)
}, 120_000)

/** A list may sort up to one row more than the search keeps; it never sorts the table. */
const maxSorted = 1_001
/** Pages of 8 KiB. The lead table has about 590 of them. */
const pagesOfFigures = 300
/** Each of 50 leads is also looked up by its email and its name: two or three pages per index. */
const pagesOfList = pagesOfFigures + 50 * 5.5
/**
 * Besides the list, up to 10,000 matches are counted. At this table size, that reads most of it once. Each of 50
 * requests is also looked up in the changes.
 */
const pagesOfCountedList = 1_100 + 50 * 2

/** The excessive costs of a list; empty if it is cheap. */
const excessOf = ({ scannedTables, sortedRows, pages }: Cost, maxPages: number) => [
  ...scannedTables.map((name) => `scans ${name}`),
  ...(sortedRows > maxSorted ? [`sorts ${sortedRows} rows`] : []),
  ...(pages > maxPages ? [`touches ${pages} pages`] : []),
]

const now = await timeAgo(db, '0')
const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
/** The beginning of one row's email; no other row has it. */
const rare = 'c4ca4238a0b9'

const leadsOf = (query: Partial<Input<'listLeads'>['query']>, cursor?: string) => () =>
  listLeads(orm.em.fork(), { limit: 50, ...(cursor && { cursor }), ...query }, reader)

describe('a list of leads is cheap to query, on its first page and on the next', () => {
  test.each<Partial<Input<'listLeads'>['query']>>([
    {},
    { status: ['sync_failed'] },
    { industry: ['retail'] },
    { volume: ['under-1000'] },
    // A third of all leads: the newest are found fastest by reading all leads in order.
    { source: ['Mortgage Page'] },
    { from: day(40), to: day(10) },
    { from: day(400), to: day(380), industry: ['retail'] },
    { q: rare },
    { q: rare, status: ['new'] },
    { q: 'nobody at all' },
    { q: 'dana' },
    { q: `${rare} dana` },
    // No lead contains it, and most leads have a similarly spelled word.
    { q: 'compnay' },
    { converted: true },
    { converted: false },
    { converted: true, industry: ['retail'] },
    { order: 'oldest' },
    { order: 'oldest', status: ['sync_failed'] },
    { order: 'oldest', q: rare },
    { order: 'oldest', q: 'dana' },
    { order: 'name' },
    { order: 'name-reversed' },
    { order: 'name', status: ['sync_failed'] },
    // Found by time and then sorted: leads with the same name are adjacent in name order.
    { order: 'name', q: 'dana' },
    { order: 'name', status: ['lost'] },
    { order: 'name', q: rare },
    { order: 'company' },
    { order: 'company-reversed' },
    { order: 'company', industry: ['retail'] },
    { order: 'status' },
    { order: 'status-reversed' },
  ])('%j', async (query) => {
    expect(excessOf(await costOf(db, leadsOf(query)), pagesOfList)).toEqual([])
    const { next } = await leadsOf(query)()
    const rest = next ? excessOf(await costOf(db, leadsOf(query, next)), pagesOfList) : []
    expect(rest).toEqual([])
  })
})

test('an order is the same when read from an index and when sorted from matches', async () => {
  const ids = async (query: Partial<Input<'listLeads'>['query']>) => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 4; page += 1) {
      const { rows, next } = await listLeads(orm.em.fork(), { limit: 150, ...query, ...(cursor && { cursor }) }, reader)
      seen.push(...rows.map(({ id }) => id))
      cursor = next
    }
    return seen
  }
  const byName = `left(lower(first_name || ' ' || last_name), 60), created_at, id`
  const expected = async (where: string) =>
    (await db.query(`select id from lead where ${where} order by ${byName} limit 600`)).rows.map(({ id }) => id)
  expect(await ids({ order: 'name' })).toEqual(await expected('true'))
  // Some 900 of 30,000.
  const [from, to] = [day(60), day(40)]
  const days = `created_at >= '${from}'::timestamp at time zone 'America/New_York'
                and created_at < ('${to}'::date + 1)::timestamp at time zone 'America/New_York'`
  const few = await ids({ order: 'name', from, to })
  expect(few.length).toBe(600)
  expect(few).toEqual(await expected(days))
  const newest = `id in (select id from lead order by created_at desc, id desc limit 1001)`
  expect(await ids({ order: 'name', q: 'dana' })).toEqual(await expected(newest))
})

describe('leads are read in order and never sorted, on any page', () => {
  test.each(['oldest', 'name', 'name-reversed', 'company', 'company-reversed', 'status', 'status-reversed'] as const)(
    '%s',
    async (order) => {
      const { next } = await leadsOf({ order })()
      for (const cursor of [undefined, next]) {
        expect(await costOf(db, leadsOf({ order }, cursor))).toMatchObject({ scannedTables: [], sortedRows: 0 })
      }
    },
  )
})

describe('a list of sample requests is cheap to query, on its first page and on the next', () => {
  test.each<Partial<Input<'listSampleRequests'>['query']>>([
    {},
    { processed: false },
    { processed: false, order: 'work' },
    { processed: false, printed: false, order: 'work' },
    { processed: false, printed: true, order: 'work' },
    { late: false },
    { pipedriveStatus: 'failed' },
    { from: day(40), to: day(10) },
    { q: rare },
    { q: 'nobody at all' },
    { q: 'dana' },
    { order: 'work' },
    { order: 'work', q: rare },
  ])('%j', async (query) => {
    const requests = (cursor?: string) => () =>
      listSampleRequests(
        orm.em.fork(),
        { limit: 50, ...(cursor && { cursor }), ...query },
        { ...config, crm: { url: '', token: '' } },
      )
    expect(excessOf(await costOf(db, requests()), pagesOfCountedList)).toEqual([])
    const { next } = await requests()()
    const rest = next ? excessOf(await costOf(db, requests(next)), pagesOfCountedList) : []
    expect(rest).toEqual([])
  })
})

test('late sample requests are found and counted by their index, which has about a hundred pages', async () => {
  const query = { limit: 50, processed: false, late: true, order: 'work' } as const
  const late = () => listSampleRequests(orm.em.fork(), query, { ...config, crm: { url: '', token: '' } })
  expect(excessOf(await costOf(db, late), pagesOfCountedList + 100)).toEqual([])
})

test('sample requests are counted up to a limit', async () => {
  const { scannedTables } = await costOf(db, () => countSampleRequests(orm.em.fork(), config.businessTimeZone))
  expect(scannedTables).toEqual([])
  expect(await countSampleRequests(orm.em.fork(), config.businessTimeZone)).toEqual({
    all: 10_000,
    pending: 10_000,
    late: expect.any(Number),
    toPrint: 10_000 - many / 300,
    printed: many / 300,
    processed: 10_000,
    syncFailed: many / 4,
  })
})

test('the chart and the trends read pre-aggregated counts', async () => {
  const chart = await costOf(db, () => getDailyCounts(orm.em.fork(), 90, config.businessTimeZone))
  const trends = await costOf(db, () => getLeadTrends(orm.em.fork(), config.businessTimeZone))
  for (const { scannedTables, pages } of [chart, trends]) {
    expect(scannedTables).toEqual([])
    expect(pages).toBeLessThanOrEqual(pagesOfFigures)
  }
})

test('a query that no index serves is detected', async () => {
  const cost = await costOf(db, () => orm.em.fork().execute('select id from lead order by message, id limit 50'))
  expect(cost.scannedTables).toEqual(['lead'])
  expect(cost.sortedRows).toBe(many)
  expect(cost.pages).toBeGreaterThan(pagesOfList)
  const rarely = `select count(*) from (select from lead where message = 'none' limit 10000) as found`
  expect((await costOf(db, () => orm.em.fork().execute(rarely))).scannedTables).toEqual(['lead'])
})
