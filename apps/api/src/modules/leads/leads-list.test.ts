import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../../test/harness.ts'

const { db, asStaff } = await startApp()

beforeEach(async () => {
  await db.query('delete from lead')
})

describe('listLeads', () => {
  const list = (query = '') => asStaff({ method: 'GET', url: `/api/admin/leads${query}` })

  test('200 with an empty array', async () => {
    const answer = await list()
    expect(answer.json()).toEqual([])
    expect(answer.headers['x-total-count']).toBe('0')
    expect(answer.headers['link']).toBeUndefined()
  })

  test('200 with the nine members of a lead', async () => {
    await insertLead(db, { industry: 'health' })
    const [lead] = (await list()).json()
    expect(Object.keys(lead).sort()).toEqual(
      ['id', 'firstName', 'lastName', 'email', 'company', 'industry', 'volume', 'createdAt', 'status'].sort(),
    )
    expect(lead).toMatchObject({ industry: 'health', volume: null, status: 'new' })
    expect(lead.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test.each(['newest', 'oldest'])('200 pages through all leads, %s first, each once', async (order) => {
    // Five share an instant and are ordered by id.
    for (let n = 0; n < 12; n += 1) {
      await insertLead(db, {
        email: `lead${n}@example.com`,
        created_at: n < 5 ? '2026-01-01T00:00:00Z' : `2026-02-${10 + n}T00:00:00Z`,
      })
    }
    const seen: { email: string; createdAt: string }[] = []
    let url: string | undefined = `/api/admin/leads?limit=5&order=${order}`
    let pages = 0
    while (url) {
      const answer = await asStaff({ method: 'GET', url })
      expect(answer.headers['x-total-count']).toBe('12')
      seen.push(...answer.json())
      url = /^<(.+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1]
      pages += 1
    }
    expect(pages).toBe(3)
    expect(new Set(seen.map((lead) => lead.email)).size).toBe(12)
    const oldestFirst = seen.map((lead) => lead.createdAt).toSorted()
    expect(seen.map((lead) => lead.createdAt)).toEqual(order === 'oldest' ? oldestFirst : oldestFirst.toReversed())
  })

  const pagesOf = async (query: string) => {
    const seen: string[] = []
    let url: string | undefined = `/api/admin/leads?limit=1&${query}`
    while (url) {
      const answer = await asStaff({ method: 'GET', url })
      expect(answer.headers['x-total-count']).toBe('6')
      seen.push(...answer.json().map((lead: { email: string }) => lead.email.split('@')[0]))
      url = /^<(.+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1]
    }
    return seen.join(' ')
  }

  test.each([
    ['name', 'a b2 b1 c d e'],
    // Leads of the same company: oldest first. Leads without a company: last.
    ['company', 'e c a b1 d b2'],
    ['status', 'e a b1 d c b2'],
  ])('200 by %s, and in exact reverse, page by page, and in a search', async (order, sorted) => {
    const longest = 'É'.repeat(70)
    for (const [email, day, first_name, company, status] of [
      ['d', 1, 'dora', 'zebra', 'sync_failed'],
      ['c', 2, 'Carl', 'Acme', 'sync_failed'],
      ['b1', 4, 'bo', 'acme', 'qualified'],
      ['b2', 3, 'Bo', null, 'synced'],
      ['a', 3, 'Ann', 'ACME', 'new'],
      ['e', 2, longest, '1st', 'lost'],
    ] as const) {
      const created_at = `2026-02-0${day}T00:00:00Z`
      await insertLead(db, { email: `${email}@example.com`, created_at, first_name, company, status })
    }
    const reversed = sorted.split(' ').toReversed().join(' ')
    expect(await pagesOf(`order=${order}`)).toBe(sorted)
    expect(await pagesOf(`order=${order}-reversed`)).toBe(reversed)
    expect(await pagesOf(`order=${order}&q=example`)).toBe(sorted)
    expect(await pagesOf(`order=${order}-reversed&from=2026-01-01`)).toBe(reversed)
  })

  test('400 for a cursor from another order', async () => {
    for (let n = 0; n < 2; n += 1) await insertLead(db, { email: `lead${n}@example.com` })
    const cursorOf = async (order: string) =>
      /cursor=([\w-]+)/.exec(String((await list(`?limit=1&order=${order}`)).headers['link']))?.[1]
    expect((await list(`?order=name&cursor=${await cursorOf('newest')}`)).statusCode).toBe(400)
    expect((await list(`?order=newest&cursor=${await cursorOf('name')}`)).statusCode).toBe(400)
    const withNul = Buffer.from('2026-01-01T00:00:00.000Z_01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11_a\0b')
    expect((await list(`?order=name&cursor=${withNul.toString('base64url')}`)).statusCode).toBe(400)
  })

  test('200 filtered by status, industry, volume, source and text taken literally', { tags: ['D07'] }, async () => {
    await insertLead(db, {
      first_name: '100%',
      status: 'synced',
      industry: 'retail',
      volume: 'under-1000',
      source: 'Mortgage Page',
    })
    await insertLead(db, { first_name: '100 percent', company: 'Under_score Ltd' })
    const names = async (query: string) =>
      (await list(query)).json().map((lead: { firstName: string }) => lead.firstName)
    expect(await names('?status=synced')).toEqual(['100%'])
    expect(await names('?industry=retail')).toEqual(['100%'])
    expect(await names('?volume=under-1000')).toEqual(['100%'])
    expect(await names('?source=Mortgage%20Page')).toEqual(['100%'])
    expect(await names('?q=100%25')).toEqual(['100%'])
    expect(await names('?q=UNDER_SCORE')).toEqual(['100 percent'])
    expect(await names('?q=%5C')).toEqual([])
    // A long word is looked up by its parts, but matches only as a whole.
    await insertLead(db, { first_name: 'Parts', email: 'abcxxxdefxxxghi@example.com' })
    await insertLead(db, { first_name: 'Whole', email: 'ABCdefghijklmno@example.com' })
    expect(await names('?q=abcdefghijklmno@')).toEqual(['Whole'])
    expect(await names('?q=cdefghijkl')).toEqual(['Whole'])
    expect(await names('?q=abcdefghi')).toEqual(['Whole'])
  })

  test('200 with the leads that count as converted, or with the others', async () => {
    for (const status of ['new', 'synced', 'sync_failed', 'qualified', 'lost']) await insertLead(db, { status })
    const statuses = async (query: string) => (await list(query)).json().map((lead: { status: string }) => lead.status)
    const { conversionRate } = (await asStaff({ method: 'GET', url: '/api/admin/stats' })).json()
    expect((await statuses('?converted=true')).toSorted()).toEqual(['lost', 'qualified', 'synced'])
    expect(conversionRate).toBe((3 / 5) * 100)
    expect((await statuses('?converted=false')).toSorted()).toEqual(['new', 'sync_failed'])
    expect(await statuses('?converted=true&status=new')).toEqual([])
  })

  test(
    '200 marks leads that share their email with another, ignoring case and excluding spam',
    { tags: ['R25'] },
    async () => {
      await insertLead(db, { email: 'Twice@example.com' })
      await insertLead(db, { email: 'twice@example.com' })
      await insertLead(db, { email: 'once@example.com' })
      await insertLead(db, { email: 'once@example.com', is_spam: true })
      const leads: { id: string; email: string; duplicateBy?: string[] }[] = (await list()).json()
      const duplicateBy = leads.map(({ email, duplicateBy: shared }) => [email, shared])
      expect(duplicateBy.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))).toEqual([
        ['Twice@example.com', ['email']],
        ['once@example.com', undefined],
        ['twice@example.com', ['email']],
      ])
      const shared = leads.find(({ email }) => email === 'Twice@example.com')
      const detail = await asStaff({ method: 'GET', url: `/api/admin/leads/${shared?.id}` })
      expect(detail.json().duplicateBy).toEqual(['email'])
    },
  )

  test('200 filtered by days of the business time zone', async () => {
    // 04:30 UTC on the 2nd is still the 1st in New York.
    await insertLead(db, { first_name: 'Late', created_at: '2026-07-02T03:30:00Z' })
    await insertLead(db, { first_name: 'Next', created_at: '2026-07-02T04:30:00Z' })
    const names = async (query: string) =>
      (await list(query)).json().map((lead: { firstName: string }) => lead.firstName)
    expect(await names('?from=2026-07-01&to=2026-07-01')).toEqual(['Late'])
    expect(await names('?from=2026-07-02')).toEqual(['Next'])
  })

  test.each([
    ['the new year', '2026-12-31', '2027-01-01', '2027-01-01T05:00:00Z'],
    ['a day of 23 hours', '2027-03-13', '2027-03-14', '2027-03-14T05:00:00Z'],
    ['the night after it', '2027-03-14', '2027-03-15', '2027-03-15T04:00:00Z'],
    ['a day of 25 hours', '2027-11-07', '2027-11-08', '2027-11-08T05:00:00Z'],
    ['a leap day', '2028-02-28', '2028-02-29', '2028-02-29T05:00:00Z'],
  ])('200 counts each lead on exactly one day: %s', { tags: ['R34'] }, async (_what, before, after, midnight) => {
    const start = new Date(midnight)
    await insertLead(db, { first_name: 'Before', created_at: new Date(start.getTime() - 1) })
    await insertLead(db, { first_name: 'After', created_at: start })
    const names = async (day: string) =>
      (await list(`?from=${day}&to=${day}`)).json().map((lead: { firstName: string }) => lead.firstName)
    expect([await names(before), await names(after)]).toEqual([['Before'], ['After']])
  })

  test.each([
    'limit=0',
    'limit=201',
    'limit=1e9',
    'limit=x',
    'sort=id',
    'filter[__proto__]=1',
    'status=',
    'limit=1&limit=2',
    'from=2026-13-01',
    'from=0000-01-01',
    'cursor=abcdef',
    `cursor=${Buffer.from(`2026-01-01T00:00:00.000Z_${'-'.repeat(36)}`).toString('base64url')}`,
    'industry=space',
  ])('400 for %s', { tags: ['D06'] }, async (query) => {
    const answer = await list(`?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().status).toBe(400)
  })
})

describe('getLeadStats', () => {
  const stats = async () => (await asStaff({ method: 'GET', url: '/api/admin/stats' })).json()

  test('200 with zeros when there are no leads', async () => {
    expect(await stats()).toEqual({ totalLeads: 0, thisMonth: 0, conversionRate: 0, pipelineValue: 0 })
  })

  test('200 with figures that match their definitions', async () => {
    await insertLead(db, { status: 'new', volume: 'under-1000' })
    await insertLead(db, { status: 'synced', volume: '1000-5000' })
    await insertLead(db, { status: 'sync_failed', volume: '5000-25000' })
    await insertLead(db, { status: 'qualified', volume: '25000-100000' })
    await insertLead(db, { status: 'lost', volume: 'over-100000' })
    await insertLead(db, { status: 'new', created_at: '2020-01-01T00:00:00Z' })
    expect(await stats()).toEqual({
      totalLeads: 6,
      thisMonth: 5,
      // synced, qualified, and lost leads reached the CRM: 3 of 6.
      conversionRate: 50,
      pipelineValue: 340 + 1_950 + 8_850 + 36_875,
    })
  })

  test('200 where this month begins at midnight in the business time zone', { tags: ['R34'] }, async () => {
    const { rows } = await db.query(
      `select (date_trunc('month', now() at time zone 'America/New_York') at time zone 'America/New_York') as start`,
    )
    const start: Date = rows[0].start
    await insertLead(db, { created_at: start })
    await insertLead(db, { created_at: new Date(start.getTime() - 1) })
    expect(await stats()).toMatchObject({ totalLeads: 2, thisMonth: 1 })
  })
})

describe('exportLeads', () => {
  const exported = async (query = '') => {
    const answer = await asStaff({ method: 'GET', url: `/api/admin/leads/export${query}` })
    expect(answer.statusCode).toBe(200)
    return answer.body.trimEnd().split('\r\n')
  }

  test('200 with the leads that match the filter, and only the header when there are none', async () => {
    await insertLead(db, { company: '@SUM(1+1)', industry: 'retail', phone: '=1' })
    await insertLead(db, { email: 'other@example.com', industry: 'health' })
    const [heads, line, ...others] = await exported('?industry=retail')
    expect(heads).toBe(
      '\uFEFFid,firstName,lastName,email,phone,company,industry,volume,source,status,createdAt,message,' +
        'owner,stage,lostReason,lostNote,wonValue,nextStep,nextStepOn,' +
        'firstSource,firstCampaign,firstPage,firstPiece,lastSource,lastCampaign,lastPage,lastPiece',
    )
    expect(line).toMatch(
      /^[0-9a-f-]{36},Dana,Example,dana@example\.com,'=1,'@SUM\(1\+1\),retail,,Main Website,new,\d{4}-/,
    )
    expect(others).toEqual([])
    expect(await exported('?q=nobody')).toHaveLength(1)
  })

  test('200 in the order of the list, across several batches', async () => {
    await db.query(
      `insert into lead (id, first_name, last_name, email, lead_source, source)
       select gen_random_uuid(), md5(n::text), 'Example', 'n' || n || '@example.com', 'Product Website', 'Main Website'
         from generate_series(1, 250) as n`,
    )
    const names = (await exported('?order=name-reversed&columns=firstName')).slice(1)
    expect(names).toHaveLength(250)
    expect(names).toEqual(names.toSorted().toReversed())
  })

  test('200 with the requested columns, in the order of the file', async () => {
    await insertLead(db)
    expect(await exported('?columns=email,firstName')).toEqual(['\uFEFFfirstName,email', 'Dana,dana@example.com'])
    const unknown = await asStaff({ method: 'GET', url: '/api/admin/leads/export?columns=email,passwordHash' })
    expect(unknown.statusCode).toBe(400)
  })

  test('200 with as many lines as the list counts, across several batches', async () => {
    await db.query(
      `insert into lead (id, first_name, last_name, email, lead_source, source)
       select gen_random_uuid(), 'Dana', 'Example', 'n' || n || '@example.com', 'Product Website', 'Main Website'
         from generate_series(1, 2500) as n`,
    )
    const { headers } = await asStaff({ method: 'GET', url: '/api/admin/leads?limit=1' })
    const lines = (await exported()).slice(1)
    expect(String(lines.length)).toBe(headers['x-total-count'])
    expect(new Set(lines.map((line) => line.split(',')[3])).size).toBe(2500)
  })
})
