import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../../test/harness.ts'
import { recountLeads } from './lead-recount.ts'
import { getDailyCounts, getLeadTrends } from './lead-history.ts'

const { orm, db, asStaff } = await startApp()
const zone = 'America/New_York'
const em = () => orm.em.fork()
const recount = () => recountLeads(em(), zone)

beforeEach(async () => {
  await db.query('truncate lead, record_change, sample_request, message, inbox_item')
  await db.query("update lead_fact_state set counted_until = '-infinity'")
})

const insertRequest = (changes: Record<string, unknown>) => {
  const row: Record<string, unknown> = { created_at: '2026-03-30T12:00:00Z', source: null, is_spam: false, ...changes }
  return db.query(
    `insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type,
                                 created_at, source, is_spam)
     values (gen_random_uuid(), 'Dana', 'Example', 'dana@example.com', '12 Example Street', 'Cambridge', 'MA', '02138',
             'both', $1, $2, $3)`,
    [row['created_at'], row['source'], row['is_spam']],
  )
}

describe('getLeadTrends', () => {
  test('200 with both months', async () => {
    await insertLead(db)
    const answer = await asStaff({ method: 'GET', url: '/api/admin/stats/trends' }, 'viewer')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ thisMonth: { leads: 1 }, lastMonth: { leads: 0, conversionRate: 0 } })
  })

  test('200 with last month up to the same day, the same before and after leads are pre-aggregated', async () => {
    const now = new Date('2026-03-30T23:00:00-04:00')
    for (const [created_at, status, volume] of [
      ['2026-03-01T05:00:00Z', 'synced', '1000-5000'],
      // February in New York, and its last day: February has no 30th.
      ['2026-03-01T04:59:00Z', 'synced', '1000-5000'],
      ['2026-03-30T12:00:00Z', 'new', null],
      ['2026-02-10T12:00:00Z', 'new', 'under-1000'],
      ['2026-02-11T12:00:00Z', 'lost', 'over-100000'],
      ['2026-01-31T12:00:00Z', 'synced', null],
    ]) {
      await insertLead(db, { created_at, status, volume })
    }
    await insertLead(db, { created_at: '2026-03-02T12:00:00Z', is_spam: true })
    const expected = {
      thisMonth: { leads: 2, conversionRate: 50, pipelineValue: 1950 },
      lastMonth: { leads: 3, conversionRate: 66.7, pipelineValue: 2290 },
    }
    expect(await getLeadTrends(em(), zone, now)).toEqual(expected)
    expect(await recount()).toBe(true)
    expect(await getLeadTrends(em(), zone, now)).toEqual(expected)
    await db.query("update lead set status = 'synced' where status = 'new' and created_at > '2026-03-15'")
    expect((await getLeadTrends(em(), zone, now)).thisMonth.conversionRate).toBe(100)
    // On March 10, February 11 is not compared yet.
    expect((await getLeadTrends(em(), zone, new Date('2026-03-10T12:00:00Z'))).lastMonth.leads).toBe(1)
  })
})

describe('getDailyCounts', () => {
  test('200 with thirty days that end today, or the requested number', async () => {
    await insertLead(db)
    const answer = await asStaff({ method: 'GET', url: '/api/admin/stats/daily' })
    expect(answer.statusCode).toBe(200)
    const [row] = answer.json().leads
    expect(row.source).toBe('Main Website')
    expect(row.counts).toHaveLength(30)
    expect(row.counts.at(-1)).toBe(1)
    expect(
      (await asStaff({ method: 'GET', url: '/api/admin/stats/daily?days=366' })).json().leads[0].counts,
    ).toHaveLength(366)
    expect((await asStaff({ method: 'GET', url: '/api/admin/stats/daily?days=367' })).statusCode).toBe(400)
  })

  test('200 by source and by day of the business time zone, the same before and after leads are pre-aggregated', async () => {
    const now = new Date('2026-03-30T23:00:00-04:00')
    // The night of the clock change, the first and last instants, one too early, and one too late.
    const instants = ['2026-03-24T03:59:59Z', '2026-03-24T04:00:00Z', '2026-03-31T03:59:59Z', '2026-03-31T04:00:00Z']
    for (const created_at of instants) await insertLead(db, { created_at })
    await insertLead(db, { created_at: '2026-03-30T12:00:00Z', source: 'Mortgage Page' })
    for (const created_at of instants) await insertRequest({ created_at })
    await insertRequest({ source: 'Accelerate 2025' })
    await insertRequest({ is_spam: true })
    const expected = {
      from: '2026-03-24',
      to: '2026-03-30',
      leads: [
        { source: 'Main Website', counts: [1, 0, 0, 0, 0, 0, 1] },
        { source: 'Mortgage Page', counts: [0, 0, 0, 0, 0, 0, 1] },
      ],
      sampleRequests: [
        { source: 'Free Samples Page', counts: [1, 0, 0, 0, 0, 0, 1] },
        { source: 'Accelerate 2025', counts: [0, 0, 0, 0, 0, 0, 1] },
      ],
    }
    expect(await getDailyCounts(em(), 7, zone, now)).toEqual(expected)
    await recount()
    expect(await getDailyCounts(em(), 7, zone, now)).toEqual(expected)
  })

  test('200 with five sources by name, and the others as one', async () => {
    const now = new Date('2026-03-30T12:00:00Z')
    for (let rank = 1; rank <= 7; rank += 1) {
      for (let n = 0; n < rank; n += 1) {
        await insertLead(db, { created_at: '2026-03-30T11:00:00Z', source: `Page ${rank}` })
      }
    }
    const { leads } = await getDailyCounts(em(), 7, zone, now)
    expect(leads.map(({ source, counts }) => [source, counts.at(-1)])).toEqual([
      ['Page 7', 7],
      ['Page 6', 6],
      ['Page 5', 5],
      ['Page 4', 4],
      ['Page 3', 3],
      [null, 3],
    ])
  })
})
