import type { EntityManager } from '@mikro-orm/postgresql'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '@app/contract'
import { listLeads } from '../src/modules/leads/leads.queries.ts'
import { getDailyCounts, getLeadTrends } from '../src/modules/leads/lead-history.ts'
import { recountLeads } from '../src/modules/leads/lead-counts.ts'
import { countSampleRequests, listSampleRequests } from '../src/modules/samples/samples.queries.ts'
import { startApp, timeAgo } from './harness.ts'

const { orm, db, config } = await startApp()
const many = 30_000

/** Rows as varied as real ones, over two years; one in seven hundred has what a filter looks for. */
beforeAll(async () => {
  await db.query('alter table lead disable trigger user')
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
                                 crm_status, created_at)
     select gen_random_uuid(), 'Dana', initcap(left(md5((n % 7919)::text), 7)), left(md5(n::text), 12) || '@example.com',
            '12 Example Street', 'Cambridge', 'MA', '02138', 'both', n % 3 > 0,
            (array['synced', 'synced', 'pending', 'failed'])[1 + n % 4],
            now() - interval '1 hour' - make_interval(secs => n * 2000)
       from generate_series(1, $1::int) as n`,
    [many],
  )
  await db.query('alter table lead enable trigger user')
  await db.query('vacuum (analyze) lead, sample_request')
  await recountLeads(orm.em.fork(), config.businessTimeZone)
}, 120_000)

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }

/** A count that stops is no scan of the whole table: what it reads is left out. */
const nodesOf = (plan: Plan): Plan[] => [
  plan,
  ...(plan.Plans ?? [])
    .filter((below) => plan['Node Type'] !== 'Limit' || below['Node Type'] !== 'Seq Scan')
    .flatMap(nodesOf),
]

interface Reads {
  indexes: string[]
  /** Tables that are read whole. */
  whole: string[]
  /** Something is put in order that no index has in it. */
  isSorted: boolean
}

/** What is read, in the plans of every statement that `use` sends. */
async function readsOf(use: (em: EntityManager) => Promise<unknown>): Promise<Reads> {
  const em = orm.em.fork()
  const sent: [sql: string, values: unknown[]][] = []
  const execute = em.execute.bind(em)
  em.execute = ((sql: string, values: unknown[]) => {
    sent.push([sql, values])
    return execute(sql, values)
  }) as typeof em.execute
  await use(em)
  const nodes: Plan[] = []
  for (const [sql, values] of sent) {
    const [row] = await execute<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`explain (format json) ${sql}`, values)
    nodes.push(...nodesOf(row?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'none' }))
  }
  const large = new Set(['lead', 'sample_request'])
  return {
    indexes: nodes.map((node) => node['Index Name']).filter((name) => name !== undefined),
    whole: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name'] ?? ''),
    isSorted: nodes.some((node) => node['Node Type'].endsWith('Sort')),
  }
}

const now = await timeAgo(db, '0')
const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
/** A word of the address of one row in a thousand years. */
const rare = 'c4ca4238a0b9'

describe('no list of leads reads the whole table', () => {
  test.each<[Partial<Input<'listLeads'>['query']>, string]>([
    [{}, 'lead_created_at_id_index'],
    [{ status: 'sync_failed' }, 'lead_status_created_at_id_index'],
    [{ industry: 'retail' }, 'lead_industry_created_at_id_index'],
    [{ volume: 'under-1000' }, 'lead_volume_created_at_id_index'],
    // A third of all leads: the newest of them are found soonest among all.
    [{ source: 'Mortgage Page' }, 'lead_created_at_id_index'],
    [{ from: day(40), to: day(10) }, 'lead_created_at_id_index'],
    [{ from: day(400), to: day(380), industry: 'retail' }, 'lead_industry_created_at_id_index'],
    [{ q: rare }, 'lead_search_index'],
    [{ q: rare, status: 'new' }, 'lead_search_index'],
    [{ q: 'nobody at all' }, 'lead_search_index'],
    [{ q: 'dana' }, 'lead_created_at_id_index'],
    [{ order: 'oldest' }, 'lead_created_at_id_index'],
    [{ order: 'oldest', status: 'sync_failed' }, 'lead_status_created_at_id_index'],
    [{ order: 'oldest', q: rare }, 'lead_search_index'],
    [{ order: 'oldest', q: 'dana' }, 'lead_created_at_id_index'],
    [{ order: 'name' }, 'lead_name_index'],
    [{ order: 'name-reversed' }, 'lead_name_index'],
    [{ order: 'name', status: 'sync_failed' }, 'lead_name_index'],
    // Found by time and put in order then: those of one name lie together in the order of names.
    [{ order: 'name', q: 'dana' }, 'lead_created_at_id_index'],
    [{ order: 'name', status: 'lost' }, 'lead_status_created_at_id_index'],
    [{ order: 'name', q: rare }, 'lead_search_index'],
    [{ order: 'company' }, 'lead_company_index'],
    [{ order: 'company-reversed' }, 'lead_company_index'],
    [{ order: 'company', industry: 'retail' }, 'lead_company_index'],
    [{ order: 'status' }, 'lead_status_created_at_id_index'],
    [{ order: 'status-reversed' }, 'lead_status_created_at_id_index'],
  ])('%j reads %s', async (query, index) => {
    const list = (cursor?: string) => (em: EntityManager) =>
      listLeads(em, { limit: 50, ...(cursor && { cursor }), ...query }, config.businessTimeZone)
    const first = await readsOf(list())
    expect(first.indexes).toContain(index)
    expect(first.whole).toEqual([])
    const { next } = await list()(orm.em.fork())
    expect(next ? (await readsOf(list(next))).whole : []).toEqual([])
  })
})

test('an order is the same on its way through an index and put together from what was found', async () => {
  const ids = async (query: Partial<Input<'listLeads'>['query']>) => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 4; page += 1) {
      const { rows, next } = await listLeads(
        orm.em.fork(),
        { limit: 150, ...query, ...(cursor && { cursor }) },
        config.businessTimeZone,
      )
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

describe('no order of leads is made while somebody waits, on no page', () => {
  test.each(['oldest', 'name', 'name-reversed', 'company', 'company-reversed', 'status', 'status-reversed'] as const)(
    '%s',
    async (order) => {
      const list = (em: EntityManager, cursor?: string) =>
        listLeads(em, { limit: 50, order, ...(cursor && { cursor }) }, config.businessTimeZone)
      expect(await readsOf(list)).toMatchObject({ whole: [], isSorted: false })
      const { next } = await list(orm.em.fork())
      expect(await readsOf((em) => list(em, next))).toMatchObject({ whole: [], isSorted: false })
    },
  )
})

describe('no list of sample requests reads the whole table', () => {
  test.each<[Partial<Input<'listSampleRequests'>['query']>, string]>([
    [{}, 'sample_request_created_at_id_index'],
    [{ processed: false }, 'sample_request_processed_created_at_id_index'],
    [{ pipedriveStatus: 'failed' }, 'sample_request_crm_status_created_at_id_index'],
    [{ from: day(40), to: day(10) }, 'sample_request_created_at_id_index'],
    [{ q: rare }, 'sample_request_search_index'],
    [{ q: 'nobody at all' }, 'sample_request_search_index'],
    [{ q: 'dana' }, 'sample_request_created_at_id_index'],
    [{ order: 'work' }, 'sample_request_processed_created_at_id_index'],
    [{ order: 'work', q: rare }, 'sample_request_search_index'],
  ])('%j reads %s', async (query, index) => {
    const list = (cursor?: string) => (em: EntityManager) =>
      listSampleRequests(
        em,
        { limit: 50, ...(cursor && { cursor }), ...query },
        { ...config, crm: { url: '', token: '' } },
      )
    const first = await readsOf(list())
    expect(first.indexes).toContain(index)
    expect(first.whole).toEqual([])
    const { next } = await list()(orm.em.fork())
    expect(next ? (await readsOf(list(next))).whole : []).toEqual([])
  })
})

test('the numbers of sample requests are counted up to a limit', async () => {
  expect((await readsOf(countSampleRequests)).whole).toEqual([])
  expect(await countSampleRequests(orm.em.fork())).toEqual({
    all: 10_000,
    pending: 10_000,
    processed: 10_000,
    syncFailed: many / 4,
  })
})

test('the chart and the trends read no table whole', async () => {
  const chart = await readsOf((em) => getDailyCounts(em, 90, config.businessTimeZone))
  expect(chart.whole).toEqual([])
  expect(chart.indexes).toContain('sample_request_day_index')
  expect((await readsOf((em) => getLeadTrends(em, config.businessTimeZone))).whole).toEqual([])
})
