import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../../test/harness.ts'
import { recountLeads } from './lead-recount.ts'

const { db, orm, app, makeStaff, config } = await startApp()
const { cookie, id: dana } = await makeStaff()
const other = randomUUID()

beforeEach(async () => {
  await db.query("delete from lead; update lead_fact_state set counted_until = '-infinity'")
})

const get = (url: string) => app.inject({ url: `/api/admin/${url}`, headers: { cookie } })
/** The first names in a list, whose total must be their number. */
const names = async (query: string): Promise<string[]> => {
  const answer = await get(`leads?${query}`)
  expect(answer.statusCode).toBe(200)
  const found: string[] = answer.json().map(({ firstName }: { firstName: string }) => firstName)
  expect(answer.headers['x-total-count']).toBe(String(found.length))
  return found
}
const sorted = async (query: string) => (await names(query)).toSorted().join(' ')
/** A day of the business time zone, this many days from today. */
const day = async (days: number): Promise<string> =>
  (await db.query('select ((now() at time zone $1)::date + $2::int)::text as day', [config.businessTimeZone, days]))
    .rows[0].day

describe('listLeads', () => {
  test('200 with the pipeline fields of a lead, and without them for an untouched one', async () => {
    await insertLead(db, { first_name: 'Untouched' })
    await insertLead(db, {
      first_name: 'Worked',
      owner_id: dana,
      stage: 'contacted',
      next_step: 'Call',
      next_step_on: '2027-01-31',
      version: 3,
    })
    const leads: Record<string, unknown>[] = (await get('leads?order=name')).json()
    expect(leads[1]).toMatchObject({
      ownerId: dana,
      stage: 'contacted',
      nextStep: 'Call',
      nextStepOn: '2027-01-31',
      version: 3,
    })
    for (const member of ['ownerId', 'stage', 'nextStep', 'nextStepOn', 'version']) {
      expect(leads[0]).not.toHaveProperty(member)
    }
  })

  test('200 filtered by several values of one kind', async () => {
    for (const [first_name, status, industry, volume, source] of [
      ['A', 'new', 'retail', 'under-1000', 'Main Website'],
      ['B', 'synced', 'health', '1000-5000', 'Mortgage Page'],
      ['C', 'sync_failed', 'other', '5000-25000', '5%2C, Main Website'],
    ]) {
      await insertLead(db, { first_name, status, industry, volume, source })
    }
    for (const round of ['as they arrive', 'pre-aggregated']) {
      expect([round, await sorted('status=new,synced')]).toEqual([round, 'A B'])
      expect(await sorted('industry=retail,other')).toBe('A C')
      expect(await sorted('volume=1000-5000,5000-25000&status=synced')).toBe('B')
      expect(await sorted(`source=${encodeURIComponent('Main Website,Mortgage Page')}`)).toBe('A B')
      const label = encodeURIComponent('5%252C%2C Main Website')
      expect(await sorted(`source=${label}`)).toBe('C')
      expect(await sorted(`source=Mortgage+Page,${label}`)).toBe('B C')
      expect(await sorted('status=new,synced&q=example')).toBe('A B')
      await db.query("update lead set created_at = now() - interval '1 day'")
      await recountLeads(orm.em.fork(), config.businessTimeZone)
    }
  })

  test('200 filtered by owner: your own, others’, and unassigned leads', async () => {
    await insertLead(db, { first_name: 'Mine', owner_id: dana })
    await insertLead(db, { first_name: 'Theirs', owner_id: other })
    await insertLead(db, { first_name: 'Free' })
    expect(await sorted('owner=me')).toBe('Mine')
    expect(await sorted(`owner=${other}`)).toBe('Theirs')
    expect(await sorted('owner=none')).toBe('Free')
    expect(await sorted('owner=me,none')).toBe('Free Mine')
    expect(await sorted(`owner=${dana},${other}`)).toBe('Mine Theirs')
    expect(await sorted('owner=me&stage=won')).toBe('')
  })

  test('200 filtered by stage, alone or with days, before and after leads are pre-aggregated', async () => {
    for (const [index, stage] of ['new', 'contacted', 'qualified', 'won', 'lost'].entries()) {
      const created_at = `2026-03-0${index + 1}T12:00:00Z`
      await insertLead(db, { first_name: stage, stage, created_at, status: stage === 'lost' ? 'synced' : 'new' })
    }
    for (const round of ['as they arrive', 'pre-aggregated']) {
      expect([round, await sorted('stage=new')]).toEqual([round, 'new'])
      expect(await sorted('stage=won,lost')).toBe('lost won')
      expect(await sorted('stage=new,contacted,qualified,won,lost')).toBe('contacted lost new qualified won')
      expect(await sorted('stage=contacted,lost&status=synced')).toBe('lost')
      expect(await sorted('stage=won,lost,new&from=2026-03-02&to=2026-03-04')).toBe('won')
      // Counts as converted: a deal in the CRM, or won by staff.
      expect(await sorted('converted=true')).toBe('lost won')
      expect(await sorted('converted=false')).toBe('contacted new qualified')
      expect(await sorted('converted=true&stage=new,won')).toBe('won')
      expect(await sorted('converted=false&stage=lost,qualified')).toBe('qualified')
      await recountLeads(orm.em.fork(), config.businessTimeZone)
    }
  })

  test('200 filtered by when the next step is due, in the business time zone', async () => {
    for (const days of [-400, -1, 0, 1, 6, 7]) {
      await insertLead(db, { first_name: String(days), next_step_on: await day(days) })
    }
    await insertLead(db, { first_name: 'None', next_step: 'Some day' })
    expect(await sorted('due=overdue')).toBe('-1 -400')
    expect(await sorted('due=today')).toBe('0')
    expect(await sorted('due=week')).toBe('0 1 6')
    expect(await sorted('due=overdue,today')).toBe('-1 -400 0')
    expect(await names('order=due')).toEqual(['-400', '-1', '0', '1', '6', '7', 'None'])
    expect(await sorted('due=any')).toBe('-1 -400 0 1 6 7')
    expect(await names('order=due&due=week')).toEqual(['0', '1', '6'])
    const first = await get('leads?order=due&limit=4')
    const next = /^<\/api\/admin\/(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await get(next)).json().map(({ firstName }: { firstName: string }) => firstName)).toEqual([
      '6',
      '7',
      'None',
    ])
  })

  test('200 with the leads of these ids', async () => {
    const id = await insertLead(db, { first_name: 'This' })
    await insertLead(db, { first_name: 'That' })
    expect(await names(`ids=${id},${randomUUID()}`)).toEqual(['This'])
  })

  test.each(['owner=you', 'stage=sold', 'stage=new,', 'due=later', 'ids=1', 'status=a,,b', 'industry=retail,space'])(
    '400 for %s',
    async (query) => {
      expect((await get(`leads?${query}`)).statusCode).toBe(400)
    },
  )
})

describe('exportLeads', () => {
  test('200 with the owner by name, and the other pipeline fields', async () => {
    await insertLead(db, {
      owner_id: dana,
      stage: 'won',
      won_cents: 123_450,
      next_step: '=Call',
      next_step_on: '2027-01-31',
    })
    await insertLead(db, { first_name: 'Other', stage: 'lost', lost_reason: 'price', lost_note: 'Half of ours' })
    const columns = 'columns=owner,stage,lostReason,lostNote,wonValue,nextStep,nextStepOn'
    const file = async (query: string) => (await get(`leads/export?${columns}&${query}`)).body.trimEnd().split('\r\n')
    expect((await file('order=name')).slice(1)).toEqual([
      "Staff owner,won,,,1234.5,'=Call,2027-01-31",
      ',lost,price,Half of ours,,,',
    ])
    expect(await file('owner=me')).toHaveLength(2)
  })
})

describe('getLeadStats', () => {
  const stats = async () => (await get('stats')).json()
  /** The pipeline value of a lead of 1000-5000 pieces, and whether it counts as converted. */
  const estimate = 1_950

  test.each([
    // CRM status, stage, value: pipeline value, converted.
    ['new', 'new', null, estimate, 0],
    ['new', 'contacted', null, estimate, 0],
    ['new', 'qualified', null, estimate, 0],
    ['new', 'won', null, estimate, 100],
    ['new', 'won', 70_010, 700.1, 100],
    ['sync_failed', 'won', 0, 0, 100],
    ['new', 'lost', null, 0, 0],
    ['synced', 'new', null, estimate, 100],
    ['synced', 'won', 50_000, 500, 100],
    ['synced', 'lost', null, 0, 100],
    ['lost', 'new', null, 0, 100],
    ['lost', 'won', 50_000, 0, 100],
    ['won', 'lost', null, 0, 100],
    ['won', 'new', null, estimate, 100],
    ['won', 'won', 50_000, 500, 100],
  ] as const)(
    '200 for a lead that is %s in the CRM and %s here, worth %s',
    async (status, stage, cents, pipelineValue, conversionRate) => {
      await insertLead(db, { status, stage, won_cents: cents, volume: '1000-5000', created_at: '2026-03-05T12:00:00Z' })
      const expected = { totalLeads: 1, thisMonth: 0, conversionRate, pipelineValue }
      expect(await stats()).toEqual(expected)
      expect(await names('converted=true')).toHaveLength(conversionRate / 100)
      await recountLeads(orm.em.fork(), config.businessTimeZone)
      expect(await stats()).toEqual(expected)
      expect(await names('converted=true')).toHaveLength(conversionRate / 100)
    },
  )
})

describe('getLeadStageCounts', () => {
  test('200 with every stage, the same before and after leads are pre-aggregated', async () => {
    const counts = async () => (await get('stats/stages')).json()
    expect((await counts()).map(({ leads }: { leads: number }) => leads)).toEqual([0, 0, 0, 0, 0])
    const at = { created_at: '2026-03-05T12:00:00Z' }
    for (const stage of ['new', 'won', 'won', 'lost']) await insertLead(db, { ...at, stage })
    await insertLead(db, { ...at, stage: 'won', is_spam: true })
    await insertLead(db, { ...at, stage: 'won', merged_into: other })
    const expected = [
      { stage: 'new', leads: 1 },
      { stage: 'contacted', leads: 0 },
      { stage: 'qualified', leads: 0 },
      { stage: 'won', leads: 2 },
      { stage: 'lost', leads: 1 },
    ]
    expect(await counts()).toEqual(expected)
    await recountLeads(orm.em.fork(), config.businessTimeZone)
    expect(await counts()).toEqual(expected)
  })
})

describe('getLeadTrends', () => {
  test('200 with the same figures, by month', async () => {
    await insertLead(db, { stage: 'won', won_cents: 50_000 })
    await insertLead(db, { stage: 'lost', volume: '1000-5000' })
    expect((await get('stats/trends')).json().thisMonth).toEqual({ leads: 2, conversionRate: 50, pipelineValue: 500 })
  })
})
