import { beforeEach, describe, expect, test } from 'vitest'
import { sampleRequestInput, startApp } from '../../../test/harness.ts'

const { app, db, asStaff, countRows } = await startApp()

const url = '/api/print-samples'
const adminUrl = '/api/admin/print-samples'
const post = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload: sampleRequestInput(changes), headers })
const list = (query = '') => asStaff({ method: 'GET', url: `${adminUrl}${query}` })
const onlyRow = async () => (await db.query('select * from sample_request')).rows[0]

beforeEach(() => db.query('truncate sample_request, message, inbox_item'))

test.each([
  ['updateSampleRequestProcessed', 'PUT', 'one'],
  ['updateSampleRequest', 'PATCH', 'one'],
  ['updateSampleRequests', 'PATCH', 'many'],
] as const)('409 where %s is to mail the requester and no email server is set up', async (_operation, method, many) => {
  const { id } = (await post()).json()
  const mark = (notifyRequester?: boolean) => {
    const patch = { processed: true, ...(notifyRequester !== undefined && { notifyRequester }) }
    return many === 'many'
      ? asStaff({ method, url: adminUrl, payload: { records: [{ id }], patch } })
      : asStaff({ method, url: `${adminUrl}/${id}`, payload: patch })
  }
  const refused = await mark(true)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'mail_not_configured' })
  expect(await onlyRow()).toMatchObject({ processed: false })
  expect((await mark()).statusCode).toBe(200)
  expect(await countRows('message')).toBe(0)
})

describe('createSampleRequest', () => {
  test('201 stores it unchanged, including the ZIP Code, to be processed and synced', async () => {
    const answer = await post({ phone: '(800) 555-0142', notes: 'Line 1\nLine 2', source: 'Accelerate 2025' })
    expect(answer.statusCode).toBe(201)
    expect(await onlyRow()).toMatchObject({
      id: answer.json().id,
      zip: '02138',
      phone: '(800) 555-0142',
      phone_normalized: '+18005550142',
      notes: 'Line 1\nLine 2',
      source: 'Accelerate 2025',
      processed: false,
      crm_status: 'pending',
      is_spam: false,
    })
  })

  test('201 stores optional members as null when they are absent, null, or blank', async () => {
    for (const nothing of [undefined, null, '', '  ']) {
      const answer = await post({ phone: nothing, company: nothing, addressLine2: nothing, notes: nothing })
      expect([nothing, answer.statusCode]).toEqual([nothing, 201])
    }
    const { rows } = await db.query('select phone, company, address_line2, notes from sample_request')
    const none = { phone: null, company: null, address_line2: null, notes: null }
    expect(rows).toEqual([none, none, none, none])
  })

  test('201 with the requested template, although it was deleted; the choice is optional', async () => {
    const answer = await post({ templateName: ' Spring postcard ' })
    expect(answer.statusCode).toBe(201)
    expect((await list()).json()).toMatchObject([{ templateName: 'Spring postcard' }])

    await post({ templateName: null })
    const [newest] = (await list()).json()
    expect(newest).not.toHaveProperty('templateName')
  })

  test('201 parses the state, and flags an unknown one for review', async () => {
    const typed = ['ma', ' new  york ', 'DC', 'Old Kent']
    for (const state of typed) await post({ state })
    const { rows } = await db.query(
      'select state, state_needs_review as review from sample_request order by created_at, id',
    )
    expect(rows.map(({ state, review }) => `${state} ${review}`)).toEqual([
      'MA false',
      'NY false',
      'DC false',
      'Old Kent true',
    ])
  })

  test.each([
    [{ zip: '2138' }, '/zip'],
    [{ zip: '02138-12' }, '/zip'],
    [{ phone: '555-0142' }, '/phone'],
    [{ sampleType: 'box' }, '/sampleType'],
    [{ email: 'nobody' }, '/email'],
    [{ firstName: ' ' }, '/firstName'],
    [{ addressLine1: undefined }, '/addressLine1'],
    [{ city: 'x'.repeat(201) }, '/city'],
    [{ zip: 2138 }, '/zip'],
    [{ zip: '１２３４５' }, '/zip'],
    [{ processed: true }, '/processed'],
    [{ templateName: 'x'.repeat(201) }, '/templateName'],
  ])('400 for %j, naming the member, and stores nothing', { tags: ['E04', 'E08'] }, async (changes, pointer) => {
    const answer = await post(changes)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
    expect(await countRows('sample_request')).toBe(0)
  })

  test('201 for a bot that fills in the hidden field, whose request is not listed', { tags: ['E10'] }, async () => {
    expect((await post({ website: 'https://spam.example' })).statusCode).toBe(201)
    expect(await onlyRow()).toMatchObject({ is_spam: true })
    expect((await list()).json()).toEqual([])
  })
})

describe('listSampleRequests', () => {
  test('200 with the request and its progress, without empty fields', async () => {
    await post({ company: 'Example Co' })
    const [request] = (await list()).json()
    expect(request).toMatchObject({ company: 'Example Co', zip: '02138', processed: false, stateNeedsReview: false })
    for (const absent of ['phone', 'addressLine2', 'notes', 'pipedriveDealId'])
      expect(request).not.toHaveProperty(absent)
  })

  test('200 filtered by text, progress, sync and day, paged, with the total', async () => {
    for (let n = 0; n < 5; n += 1)
      await post({ email: `n${n}@example.com`, lastName: n === 4 ? '100%_sure' : 'Example' })
    await db.query(`update sample_request set processed = true, crm_status = 'failed', created_at = '2026-01-05T04:30:00Z'
                     where email = 'n1@example.com'`)
    const emails = async (query: string) =>
      (await list(query)).json().map((request: { email: string }) => request.email)
    expect(await emails('?q=100%25_')).toEqual(['n4@example.com'])
    expect(await emails('?processed=true')).toEqual(['n1@example.com'])
    expect(await emails('?pipedriveStatus=failed')).toEqual(['n1@example.com'])
    // 11:30 p.m. in New York, the day before.
    expect(await emails('?from=2026-01-04&to=2026-01-04')).toEqual(['n1@example.com'])
    expect(await emails('?from=2026-01-05&to=2026-01-05')).toEqual([])

    const first = await list('?limit=3&processed=false')
    expect(first.headers['x-total-count']).toBe('4')
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers['link']))?.[1]
    const rest = await asStaff({ method: 'GET', url: next ?? '' })
    expect([...first.json(), ...rest.json()]).toHaveLength(4)
    expect(rest.headers['link']).toBeUndefined()
  })

  test('200 marks the requests that share an email or an address, on every page', { tags: ['R25'] }, async () => {
    await post({ email: 'One@example.com', addressLine1: '12 Example St.', addressLine2: 'Apt 4' })
    await post({ email: 'one@example.com', addressLine1: '9 Elsewhere Road' })
    await post({ email: 'two@example.com', addressLine1: '12 EXAMPLE ST', addressLine2: '# apt. 4' })
    await post({ email: 'three@example.com', addressLine1: '12 Example St', addressLine2: 'Apt 4', zip: '97201' })
    const duplicateBy = async (query: string) =>
      (await list(query)).json().map((request: { duplicateBy?: string[] }) => request.duplicateBy)
    expect(await duplicateBy('?order=work&limit=4')).toEqual([['email', 'address'], ['email'], ['address'], undefined])
    expect(await duplicateBy('?order=work&limit=1')).toEqual([['email', 'address']])
  })
})

describe('listSampleRequests in the order of the work', () => {
  test('200 with pending ones before processed ones, the oldest of each first, on any page; 400 for a cursor of the other order', async () => {
    const requests = { Third: '2026-03-01', First: '2026-01-02', Fourth: '2026-04-01', Second: '2026-02-01' }
    for (const [city, day] of Object.entries(requests)) {
      await post({ city })
      await db.query(
        `update sample_request set created_at = $2::date, processed = $1 in ('Third', 'Fourth') where city = $1`,
        [city, day],
      )
    }
    const cities: string[] = []
    let next: string | undefined = `${adminUrl}?order=work&limit=1`
    while (next) {
      const answer = await asStaff({ method: 'GET', url: next })
      expect(answer.headers['x-total-count']).toBe('4')
      cities.push(...answer.json<{ city: string }[]>().map(({ city }) => city))
      next = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1]
    }
    expect(cities).toEqual(['First', 'Second', 'Third', 'Fourth'])
    const link = String((await list('?limit=1')).headers['link'])
    const cursor = /cursor=([^&>]+)/.exec(link)?.[1]
    expect((await list(`?order=work&cursor=${cursor}`)).statusCode).toBe(400)
  })
})

describe('getSampleRequestCounts', () => {
  const counts = async () => (await asStaff({ method: 'GET', url: `${adminUrl}/counts` }, 'viewer')).json()

  test('200 with the number of open requests, without spam', async () => {
    expect(await counts()).toEqual({ all: 0, pending: 0, late: 0, toPrint: 0, printed: 0, processed: 0, syncFailed: 0 })
    for (let request = 0; request < 5; request += 1) await post()
    const change = (columns: string, rows: number) =>
      db.query(
        `update sample_request set ${columns} where id in (select id from sample_request order by id limit ${rows})`,
      )
    await change("processed = true, crm_status = 'synced'", 4)
    await change("crm_status = 'failed'", 2)
    await change('is_spam = true', 1)
    expect(await counts()).toMatchObject({ all: 4, pending: 1, toPrint: 1, processed: 3, syncFailed: 1 })
  })
})

describe('exportSampleRequests', () => {
  test(
    '200 with every request of the filter, with full ZIP Codes, and an apostrophe before what a spreadsheet would run',
    { tags: ['D08'] },
    async () => {
      await post({
        zip: '02138',
        company: '=cmd()',
        notes: 'He said "hi",\nthen left',
        phone: '+1 800 555 0142',
        templateName: 'Spring, "6x9"',
      })
      await post({ zip: '00501', email: 'other@example.com' })
      const answer = await asStaff({ method: 'GET', url: `${adminUrl}/export?q=dana%40` })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="sample-requests-\d{4}-\d\d-\d\d\.csv"$/,
      )
      const [heads, ...lines] = answer.body.split('\r\n')
      expect(heads).toMatch(
        /^\uFEFFid,firstName,.*,zip,sampleType,templateName,notes,processed,trackingNumber,processedAt,processedBy,printedAt,printedBy,pipedriveStatus,createdAt$/,
      )
      expect(lines).toHaveLength(2)
      expect(lines[0]).toContain(
        `'+1 800 555 0142,'=cmd(),12 Example Street,,Cambridge,MA,02138,both,"Spring, ""6x9""","He said ""hi"",\nthen left",false,,,,,,not_configured,`,
      )
      const formulas = ['=1', '+1', '-1', '@SUM(A1)', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20A']
      for (const company of formulas) await post({ company })
      const { body } = await asStaff({ method: 'GET', url: `${adminUrl}/export` })
      for (const company of formulas) expect(body).toContain(`,'${company},`)
    },
  )
})
