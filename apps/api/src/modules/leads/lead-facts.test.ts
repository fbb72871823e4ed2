import { randomUUID } from 'node:crypto'
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  expectedFacts,
  expectedStats,
  type FactLead,
  type Facts,
  isWon,
  replyOf,
} from '../../../test/expected-facts.ts'
import { insertLead, startApp } from '../../../test/harness.ts'
import { all } from '../../db/keyset-page.ts'
import { run, table } from '../../db/sql.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { countLeads, factKindOf, getLeadStats } from './lead-counts.ts'
import { leadConditions, leadFilters } from './lead-filters.ts'
import { correctFacts, recountLeads } from './lead-recount.ts'
import { getLeadReport } from './lead-report.queries.ts'
import { getLeadAttribution } from './touches/attribution.queries.ts'

const { orm, db, ownerUrl, asStaff } = await startApp()
const em = () => orm.em.fork()
const zone = 'America/New_York'

beforeEach(async () => {
  await db.query('truncate lead, record_change, message, inbox_item')
  await db.query("update lead_fact_state set counted_until = '-infinity', checked_at = now()")
})

async function storedFacts(): Promise<Facts> {
  const { rows } = await db.query(
    `select concat_ws('|', kind, day, name, status, stage, industry, volume, won) as key,
            concat_ws(' ', leads, valued, cents) as sums from lead_fact where (leads, valued, cents) <> (0, 0, 0)`,
  )
  return Object.fromEntries(rows.map(({ key, sums }) => [key, sums]))
}

/** Leads before `until`; by default, those that the facts should have counted. */
async function countedLeads(until = '(select counted_until from lead_fact_state)'): Promise<FactLead[]> {
  const { rows } = await db.query<FactLead>(
    `select (created_at at time zone (select time_zone from lead_fact_state))::date::text as day, status, stage, industry,
            volume, source, won_cents::float8 as cents, owner_id as owner, lost_reason as reason, touch_keys as keys,
            case when first_reply_at is null then 'none' else extract(epoch from first_reply_at - created_at)::text end as reply
       from lead where not is_spam and merged_into is null and created_at < ${until}`,
  )
  return rows
}

/** Two owners. The first one makes the requests. */
const people = [randomUUID(), randomUUID()] as const

const queries: readonly Parameters<typeof leadFilters>[0][] = [
  {},
  { status: ['sync_failed'], industry: ['retail'] },
  { stage: ['new', 'won'], volume: ['under-1000', 'over-100000'], source: ['Main Website'] },
  { converted: true },
  { converted: false, volume: ['under-1000'] },
  { won: true, industry: ['retail', 'health'] },
  { won: false },
  { from: '2026-03-08', to: '2026-03-08' },
  { from: '2026-03-08', stage: ['won'], converted: true },
  { to: '2026-03-07', source: ['Main Website'] },
  { attribution: 'last.campaign=a=b' },
  { attribution: 'last.campaign=a=b', won: true, from: '2026-03-08' },
  { attribution: 'unknown', won: false },
  { attribution: 'last.source=www.google.com' },
  { owner: ['none'] },
  { owner: ['me', 'none'], from: '2026-03-08', stage: ['lost'] },
  { owner: [...people], won: true },
  { lostReasons: ['price'] },
  { lostReasons: ['price', 'other'], to: '2026-03-08' },
  { firstReplies: ['hour', 'later'], from: '2026-03-08' },
  { firstReplies: ['none'] },
]

async function expectSameAnswers(timeZone: string) {
  for (const query of queries) {
    const filters = leadFilters(query, { timeZone, staffId: people[0] })
    const where = all(leadConditions(filters, timeZone))
    const [found] = await run(em(), sql`select count(*)::int as total from ${table(LeadEntity)} where ${where}`)
    expect([query, await countLeads(em(), factKindOf(filters) ?? '', filters, timeZone)]).toEqual([query, found])
  }
  const leads = await countedLeads("'infinity'")
  expect(await getLeadStats(em(), timeZone)).toMatchObject(expectedStats(leads))
  await expectSameReport(leads, timeZone)
  const { total, rows } = await getLeadAttribution(em(), { by: 'campaign' }, timeZone)
  expect(total.leads).toBe(leads.filter(({ keys }) => !keys || keys.some((key) => key.startsWith('last.'))).length)
  expect(rows.reduce((sum, row) => sum + row.leads, 0)).toBe(total.leads)
}

async function expectSameReport(leads: readonly FactLead[], timeZone: string) {
  const report = await getLeadReport(em(), timeZone, {})
  const count = (isCounted: (lead: FactLead) => boolean) => leads.filter(isCounted).length
  expect(report.leads).toBe(leads.length)
  for (const { stage, leads: found } of report.stages) expect(found).toBe(count((lead) => lead.stage === stage))
  const isLost = ({ stage }: FactLead) => stage === 'lost'
  expect(report.lostReasons.reduce((sum, reason) => sum + reason.leads, 0)).toBe(count(isLost))
  for (const { firstReply, leads: found } of report.firstReplies) {
    expect(found).toBe(count((lead) => replyOf(lead) === firstReply))
  }
  for (const { owner, ...figures } of report.owners) {
    const own = leads.filter((lead) => (lead.owner ?? 'none') === owner)
    expect(figures).toMatchObject({ leads: own.length, won: own.filter(isWon).length, lost: own.filter(isLost).length })
  }
  expect(report.owners.reduce((sum, owner) => sum + owner.leads, 0)).toBe(leads.length)
}

/** Both sides of the initial `counted_until`, of midnight in both time zones, and of the clock change. */
const instants = [
  '2026-03-08T04:59:59.999Z',
  '2026-03-08T05:00:00Z',
  '2026-03-08T23:59:59Z',
  '2026-03-09T00:00:00Z',
  '2026-03-09T04:00:00Z',
  '2026-03-31T03:30:00Z',
]
const countedAtFirst = '2026-03-09T00:00:00Z'

const change = constantFrom(
  "status = 'synced'",
  "status = 'sync_failed'",
  "status = 'won'",
  "status = 'lost'",
  "stage = 'won', won_cents = 12345",
  "stage = 'won', won_cents = null",
  "stage = 'lost', won_cents = null, lost_reason = 'price'",
  "stage = 'lost', won_cents = null, lost_reason = 'other'",
  ...[null, ...people].map((id) => `owner_id = ${id && `'${id}'`}`),
  ...['1 hour', '61 minutes', '24 hours', '3 days', '73 hours'].map(
    (wait) => `first_reply_at = created_at + interval '${wait}'`,
  ),
  "industry = 'retail', volume = 'under-1000'",
  "industry = null, volume = 'over-100000'",
  "source = 'Mortgage Page'",
  "touch_keys = array['last.campaign=a=b', 'first.page=/']",
  'touch_keys = null',
  'is_spam = not is_spam',
  'merged_into = (select id from lead order by email desc limit 1)',
  'merged_into = null',
  'crm_attempts = crm_attempts + 1',
  ...instants.map((at) => `created_at = '${at}'`),
)
const which = constantFrom('true', "email < 'b'", "email like 'c%'", "stage = 'won'")
const step = record({ sql: change.chain((set) => which.map((where) => `update lead set ${set} where ${where}`)) })
const gone = which.filter((where) => where !== 'true').map((where) => ({ sql: `delete from lead where ${where}` }))
/** An import stores several leads in one statement, a visitor a single one. */
const arrival = integer({ min: 1, max: 3 }).map((count) => ({
  sql: `insert into lead (id, first_name, last_name, email, lead_source, source, volume)
        select gen_random_uuid(), 'New', 'Example', chr(96 + n), 'x', 'Main Website', 'under-1000'
          from generate_series(1, ${count}) as n`,
}))
const plan = record({
  steps: array(step, { maxLength: 5 }).chain((steps) =>
    array(
      constantFrom(gone, arrival).chain((one) => one),
      { maxLength: 2 },
    ).map((others) => [...others, ...steps]),
  ),
  isKept: boolean(),
})

const clients = await Promise.all(
  [0, 1].map(async () => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    return client
  }),
)
afterAll(() => Promise.all(clients.map((client) => client.end())))

/** Runs one transaction. If two deadlock, the database rolls one of them back. */
async function runPlan(
  client: pg.Client | undefined,
  { steps, isKept }: { steps: { sql: string }[]; isKept: boolean },
) {
  try {
    await client?.query('begin')
    for (const { sql } of steps) await client?.query(sql)
    await client?.query(isKept ? 'commit' : 'rollback')
  } catch (error) {
    await client?.query('rollback')
    if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error
  }
}

test('facts match the leads despite concurrent changes', { timeout: 120_000 }, async () => {
  const lead = record({ at: constantFrom(...instants), email: constantFrom('a', 'b', 'c'), isMerged: boolean() })
  await assert(
    asyncProperty(
      array(lead, { minLength: 1, maxLength: 8 }),
      plan,
      plan,
      constantFrom(zone, zone, 'Asia/Tokyo'),
      async (leads, one, other, timeZone) => {
        await db.query(
          `delete from lead; delete from lead_fact; update lead_fact_state set counted_until = '-infinity'`,
        )
        for (const { at, email } of leads) await insertLead(db, { created_at: at, email, industry: 'health' })
        await db.query(`update lead_fact_state set counted_until = $1, time_zone = '${zone}', checked_at = 'epoch'`, [
          countedAtFirst,
        ])
        await correctFacts(em(), zone)
        await db.query("update lead_fact_state set checked_at = 'epoch'")

        await Promise.all([
          runPlan(clients[0], one),
          recountLeads(em(), timeZone),
          runPlan(clients[1], other),
          correctFacts(em(), zone),
        ])

        expect(await storedFacts()).toEqual(expectedFacts(await countedLeads()))
        await expectSameAnswers(timeZone)
      },
    ),
    { numRuns: 30 },
  )
})

describe('recountLeads', () => {
  const recount = () => recountLeads(em(), zone)

  test('does nothing right after a run, and runs once when called twice at the same time', async () => {
    const done = await Promise.all([recount(), recount()])
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await recount()).toBe(false)
  })

  test('counts more leads than one transaction takes, even when they arrived at the same instant', async () => {
    await db.query(
      `insert into lead (id, first_name, last_name, email, lead_source, source, created_at)
       select gen_random_uuid(), 'Many', 'Example', 'many@example.com', 'x', 'Import',
              timestamptz '2026-03-05' + case when n > 20010 then interval '1 day' else interval '0' end
         from generate_series(1, 20020) as n`,
    )
    expect(await recount()).toBe(true)
    expect(await storedFacts()).toEqual(expectedFacts(await countedLeads("'infinity'")))
  })
})

test('after the clock was set back, leads that arrive are counted, and facts checked', { tags: ['R42'] }, async () => {
  await insertLead(db, { created_at: '2026-03-05T12:00:00Z' })
  await recountLeads(em(), zone)
  await db.query(
    `update lead_fact_state set counted_until = now() + interval '2 days', checked_at = now() + interval '2 days'`,
  )
  await insertLead(db, {})
  await recountLeads(em(), zone)
  expect((await getLeadStats(em(), zone)).totalLeads).toBe(2)
  expect(await storedFacts()).toEqual(expectedFacts(await countedLeads()))
  await db.query("update lead_fact set leads = 7 where kind = 'day'")
  expect([await correctFacts(em(), zone), await correctFacts(em(), zone)]).toEqual([1, 0])
})

describe('correctFacts', () => {
  const correct = () => correctFacts(em(), zone)

  test('once a day, counts old leads that were inserted outside the product, and fixes wrong counts', async () => {
    await insertLead(db, { created_at: '2026-03-05T12:00:00Z' })
    await recountLeads(em(), zone)
    await insertLead(db, { created_at: '2026-03-05T12:00:00Z', source: 'Former Product' })
    await db.query("update lead_fact set leads = 7 where kind = 'day'")
    expect(await correct()).toBe(0)
    await db.query("update lead_fact_state set checked_at = now() - interval '25 hours'")
    // The new lead in total, source, owner, reply and unknown, and one for the days.
    expect(await correct()).toBe(6)
    expect(await storedFacts()).toEqual(expectedFacts(await countedLeads()))
    expect(await correct()).toBe(0)
  })

  test('removes facts that no longer count a lead', async () => {
    await insertLead(db, { created_at: '2026-03-05T12:00:00Z' })
    await recountLeads(em(), zone)
    await db.query("update lead set status = 'synced'")
    await db.query("update lead_fact_state set checked_at = now() - interval '25 hours'")
    expect(await correct()).toBe(0)
    expect((await db.query('select distinct status from lead_fact order by 1')).rows).toEqual([
      { status: '' },
      { status: 'synced' },
    ])
  })
})

test('a lead that failed to sync and that staff won counts as converted, with the value that they entered', async () => {
  const id = randomUUID()
  const old = { created_at: '2026-03-05T12:00:00Z', volume: 'under-1000' }
  await insertLead(db, { ...old, id, status: 'sync_failed' })
  await insertLead(db, { ...old, status: 'sync_failed' })
  await recountLeads(em(), zone)
  expect(await getLeadStats(em(), zone)).toMatchObject({ conversionRate: 0, pipelineValue: 680 })
  const won = { stage: 'won', wonValue: 1234.56 }
  await asStaff({ method: 'PATCH', url: `/api/admin/leads/${id}`, payload: won })
  expect(await getLeadStats(em(), zone)).toMatchObject({ conversionRate: 50, pipelineValue: 340 + 1234.56 })
})
