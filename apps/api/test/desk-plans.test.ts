import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '@app/contract'
import { listLeads } from '../src/modules/leads/leads.queries.ts'
import { recountLeads } from '../src/modules/leads/lead-recount.ts'
import { listTimeline } from '../src/modules/leads/work/lead-timeline.queries.ts'
import { listLeadOwners } from '../src/modules/leads/work/lead-work.queries.ts'
import { listRelated } from '../src/modules/leads/work/related-records.queries.ts'
import { startApp } from './harness.ts'
import { costOf } from './query-plans.ts'

const { orm, db, config } = await startApp()
const many = 30_000
const [busy, rare] = [randomUUID(), randomUUID()]
const reader = { timeZone: config.businessTimeZone, staffId: busy }
let lead = ''

/**
 * Two years of leads that a team has worked on: most have an owner and are past the first stage, one in twenty has a
 * date for its next step, and each has three entries in its timeline.
 */
beforeAll(async () => {
  await db.query('alter table lead disable trigger user')
  await db.query(
    `insert into lead (id, first_name, last_name, email, phone, company, industry, volume, status, lead_source, source,
                       owner_id, stage, lost_reason, won_cents, next_step, next_step_on, merged_into, created_at)
     select gen_random_uuid(), 'Dana', initcap(left(md5((n % 7919)::text), 7)), left(md5(n::text), 12) || '@example.com',
            case when n % 2 = 0 then '(800) ' || lpad((n / 4)::text, 7, '5') end,
            case when n % 3 > 0 then left(md5((n / 10)::text), 9) || ' Company' end,
            (array['automotive', 'health', 'retail', null])[1 + n % 4], '1000-5000',
            (array['synced', 'synced', 'new', 'sync_failed'])[1 + n % 4], 'x', 'Main Website',
            case when n % 700 = 0 then $3::uuid when n > 1000 then $2::uuid end,
            case when n < 500 then 'new' else (array['contacted', 'contacted', 'contacted', 'lost'])[1 + n % 4] end,
            case when n >= 500 and n % 4 = 3 then 'price' end, null,
            case when n % 20 = 0 then 'Call' end, case when n % 20 = 0 then current_date - 300 + n / 50 end,
            case when n % 100 = 1 then gen_random_uuid() end,
            now() - interval '1 hour' - make_interval(secs => n * 2000)
       from generate_series(1, $1::int) as n`,
    [many, busy, rare],
  )
  await db.query(
    "update lead set stage = 'won', won_cents = 5000, lost_reason = null where stage = 'lost' and random() < 0.01",
  )
  await db.query('alter table lead enable trigger user')
  await db.query(
    `insert into sample_request (id, first_name, last_name, email, company, address_line1, city, state, zip, sample_type)
     select gen_random_uuid(), 'Dana', 'Example', left(md5(n::text), 12) || '@example.com', left(md5((n / 10)::text), 9) || ' Company',
            '12 Example Street', 'Cambridge', 'MA', '02138', 'both'
       from generate_series(1, $1::int) as n`,
    [many],
  )
  await db.query(
    `insert into record_change (id, group_id, record_type, record_id, action, created_at, after)
     select gen_random_uuid(), gen_random_uuid(), 'lead', lead.id, 'note', lead.created_at + n * interval '1 hour', '{"text": "Hello"}'
       from lead, generate_series(1, 3) as n`,
  )
  await db.query('vacuum (analyze) lead, sample_request, record_change')
  await recountLeads(orm.em.fork(), config.businessTimeZone)
  lead = (await db.query('select id from lead where merged_into is null and phone is not null limit 1')).rows[0].id
}, 120_000)

/**
 * A page of 50 reads up to 1,001 rows to count them, scattered over the table, and looks up each lead by its email,
 * phone number and name. All 1,500 leads with a due date are counted.
 */
const pagesOfList = 2_500
const maxSorted = 10_000
const leadsOf = (query: Partial<Input<'listLeads'>['query']>, cursor?: string) => () =>
  listLeads(orm.em.fork(), { limit: 50, ...(cursor && { cursor }), ...query }, reader)

describe('the list of a team’s leads is cheap to query, on its first page and on the next', () => {
  test.each<Partial<Input<'listLeads'>['query']>>([
    {},
    { owner: ['me'] },
    { owner: [rare] },
    { owner: [rare, 'none'] },
    { owner: ['none'] },
    { owner: [randomUUID()] },
    { stage: ['new'] },
    { stage: ['contacted', 'qualified'] },
    { stage: ['won'] },
    { stage: ['won', 'lost'], owner: [rare] },
    { stage: ['new'], owner: ['none'] },
    { stage: ['qualified'] },
    { converted: true },
    { status: ['new', 'sync_failed'] },
    { industry: ['retail', 'health'], stage: ['won'] },
    { due: ['today'] },
    { due: ['overdue'] },
    { due: ['overdue', 'today'], owner: ['me'] },
    { due: ['week'], order: 'due' },
    { order: 'due' },
    { order: 'due', due: ['any'] },
    { order: 'name', stage: ['won'] },
    { order: 'company', owner: [rare] },
  ])('%j', async (query) => {
    const { next } = await leadsOf(query)()
    for (const cursor of [undefined, ...(next ? [next] : [])]) {
      const { scannedTables, sortedRows, pages } = await costOf(db, leadsOf(query, cursor))
      expect(scannedTables).toEqual([])
      expect(sortedRows).toBeLessThanOrEqual(maxSorted)
      expect(pages).toBeLessThanOrEqual(pagesOfList)
    }
  })
})

describe('the panel of a lead is cheap to query', () => {
  test('the timeline', async () => {
    const { scannedTables, pages } = await costOf(db, () => listTimeline(orm.em.fork(), lead, { limit: 50 }))
    expect(scannedTables).toEqual([])
    expect(pages).toBeLessThanOrEqual(60)
  })

  test('related records', async () => {
    const { scannedTables, pages } = await costOf(db, () => listRelated(orm.em.fork(), lead))
    expect(scannedTables).toEqual([])
    expect(pages).toBeLessThanOrEqual(300)
  })

  test('possible owners', async () => {
    const { scannedTables, pages } = await costOf(db, () => listLeadOwners(orm.em.fork()))
    expect(scannedTables).toEqual([])
    expect(pages).toBeLessThanOrEqual(30)
  })
})
