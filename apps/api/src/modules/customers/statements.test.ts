import { randomUUID } from 'node:crypto'
import { PDFFont } from '@cantoo/pdf-lib'
import { describe, expect, test, vi } from 'vitest'
import { pdfText } from '../../../test/pdf-text.ts'
import { addAccount, addCustomer } from '../../../test/customers.ts'
import { addMonth } from '../../../test/production.ts'
import { startWithCustomers } from '../../../test/with-customers.ts'

const { app, db, asStaff, asMember: call, sendCard } = await startWithCustomers()

const thisMonth = async (): Promise<string> =>
  (await db.query(`select to_char(now() at time zone 'America/New_York', 'YYYY-MM') as month`)).rows[0].month

describe('listStatements', () => {
  test('200 with each month that has live pieces, newest first', async () => {
    const { cookie, live, test: tests } = await addCustomer(app, db)
    expect((await call(cookie, 'GET', 'statements')).json()).toEqual([])
    await sendCard(live.key)
    await sendCard(live.key, { Size: '6x9' })
    await sendCard(tests.key)
    await sendCard((await addAccount(db)).live.key)
    await db.query(`update piece set month = '2020-02' where size = '6x9'`)
    const month = await thisMonth()
    const listed = async () => (await call(cookie, 'GET', 'statements')).json()
    // A piece that is not mailed can still be rejected.
    const before = { month: '2020-02', pieces: 1, total: 0.72, isFinal: false }
    expect(await listed()).toEqual([{ month, pieces: 1, total: 0.68, isFinal: false }, before])
    await db.query(`update piece set status = 'mailed'`)
    expect(await listed()).toEqual([
      { month, pieces: 1, total: 0.68, isFinal: false },
      { ...before, isFinal: true },
    ])
  })
})

describe('exportStatement', () => {
  test('200 with every charge and credit of the month, and the total', async () => {
    const { cookie, live } = await addCustomer(app, db)
    const sent = [await sendCard(live.key, { Description: '=1+1' }), await sendCard(live.key, { Size: '6x9' })]
    const [first] = sent.map((answer) => answer.json().Id)
    await app.inject({
      method: 'POST',
      url: `/v1/pieces/${first}/cancel`,
      headers: { authorization: `Bearer ${live.key}` },
    })
    const month = await thisMonth()
    const answer = await call(cookie, 'GET', `statements/${month}/csv`)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="statement-${month}.csv"`)
    const [head, ...lines] = answer.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('date,piece,description,size,postalClass,sheets,kind,amount')
    const rows = lines.map((line) => line.split(','))
    expect(rows.map((row) => row.slice(2))).toEqual([
      ["'=1+1", '4.25x6', 'FirstClass', '1', 'charge', '0.68'],
      [expect.any(String), '6x9', 'FirstClass', '1', 'charge', '0.72'],
      ["'=1+1", '4.25x6', 'FirstClass', '1', 'reversal', '-0.68'],
      ['', '', '', '', 'total', '0.72'],
    ])
  })

  test('200 with the same total as the PDF, to the cent, when charges have fractions of a cent', async () => {
    const { cookie, live } = await addCustomer(app, db)
    await addMonth(db, live.workspace, 10_001, '8.5x11')
    const month = await thisMonth()
    const { body } = await call(cookie, 'GET', `statements/${month}/csv`)
    const rows = body.trim().split('\r\n')
    expect(rows.slice(1).map((line) => line.split(',').slice(-2))).toEqual([
      ['charge', '8350.835'],
      ['rounding', '0.005'],
      ['total', '8350.84'],
    ])
    const pdf = await call(cookie, 'GET', `statements/${month}/pdf`)
    expect(await pdfText(pdf.rawPayload)).toContain('$8,350.84')
    expect((await call(cookie, 'GET', 'statements')).json()).toMatchObject([{ total: 8350.84 }])
  })

  test('404 for a month without charges, even when another account has some, as CSV and as PDF', async () => {
    const { cookie } = await addCustomer(app, db)
    await sendCard((await addAccount(db)).live.key)
    for (const month of [await thisMonth(), '2020-01']) {
      for (const format of ['csv', 'pdf'])
        expect((await call(cookie, 'GET', `statements/${month}/${format}`)).statusCode).toBe(404)
    }
  })
})

describe('getStatementPdf', () => {
  test('200 with a page that names the account, each kind of piece, and the total; always the same bytes', async () => {
    const { cookie, live } = await addCustomer(app, db)
    await db.query(`update customer_account set name = 'Müller & Söhne 木'`)
    await sendCard(live.key)
    await sendCard(live.key)
    await sendCard(live.key, { Size: '6x9' })
    const month = await thisMonth()
    const answer = await call(cookie, 'GET', `statements/${month}/pdf`)
    expect(answer.headers['content-type']).toBe('application/pdf')
    const text = await pdfText(answer.rawPayload)
    for (const part of [
      'Müller & Söhne ?',
      'billing@example.com',
      '4.25 × 6 postcard, First Class',
      '$0.68',
      '$1.36',
      '$2.08',
      'Not final',
    ])
      expect(text).toContain(part)
    const again = await call(cookie, 'GET', `statements/${month}/pdf`)
    expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
  })

  test('an account that requests many at the same time gets them all, and does not delay others', async () => {
    const month = await thisMonth()
    const crowd = await addCustomer(app, db)
    const other = await addCustomer(app, db)
    for (const { live } of [crowd, other]) await sendCard(live.key)
    const path = `statements/${month}/pdf`
    const ended: string[] = []
    const ask = async (name: string, cookie: string) =>
      ended.push(`${name} ${(await call(cookie, 'GET', path)).statusCode}`)
    const asking = Array.from({ length: 12 }, () => ask('crowd', crowd.cookie))
    await Promise.all([...asking, ask('other', other.cookie)])
    expect(ended.filter((one) => one === 'crowd 200')).toHaveLength(12)
    // Only requests already being processed finish first.
    expect(ended.slice(0, 4)).toContain('other 200')
  })
})

describe('exportAccountStatement', () => {
  test('200 for staff with the customer’s file, and the access log names the account, the month, and the rows', async () => {
    const { cookie, id, live } = await addCustomer(app, db)
    await sendCard(live.key)
    const month = await thisMonth()
    const file = await asStaff({ url: `/api/admin/accounts/${id}/statements/${month}/csv` }, 'viewer')
    expect(file.body).toBe((await call(cookie, 'GET', `statements/${month}/csv`)).body)
    const { rows } = await db.query('select kind, list, row_count, filters from access_entry where record_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ kind: 'export', list: 'pieces', row_count: 1, filters: [{ name: 'month', value: month }] }])
    expect((await asStaff({ url: `/api/admin/accounts/${randomUUID()}/statements/${month}/csv` })).statusCode).toBe(404)
  })
})

describe('getAccountStatementPdf', () => {
  test('200 for staff with the customer’s file', async () => {
    const { cookie, id, live } = await addCustomer(app, db)
    await sendCard(live.key)
    const month = await thisMonth()
    const file = await asStaff({ url: `/api/admin/accounts/${id}/statements/${month}/pdf` }, 'viewer')
    expect(file.rawPayload.equals((await call(cookie, 'GET', `statements/${month}/pdf`)).rawPayload)).toBe(true)
    expect((await asStaff({ url: `/api/admin/accounts/${randomUUID()}/statements/${month}/pdf` })).statusCode).toBe(404)
  })
})

describe('listAccountStatements', () => {
  test('200 for staff with the customer’s statements', async () => {
    const { cookie, id, live } = await addCustomer(app, db)
    await sendCard(live.key)
    const listed = await asStaff({ url: `/api/admin/accounts/${id}/statements` }, 'viewer')
    expect(listed.json()).toEqual((await call(cookie, 'GET', 'statements')).json())
    expect(listed.json()).toHaveLength(1)
    expect((await asStaff({ url: `/api/admin/accounts/${randomUUID()}/statements` })).statusCode).toBe(404)
  })
})

test('the longest names are cut off, and barely slow a statement down', async () => {
  const { cookie, live } = await addCustomer(app, db)
  await sendCard(live.key)
  const month = await thisMonth()
  const measuring = vi.spyOn(PDFFont.prototype, 'widthOfTextAtSize')
  const read = async () => {
    measuring.mockClear()
    const answer = await call(cookie, 'GET', `statements/${month}/pdf`)
    return { bytes: answer.rawPayload, steps: measuring.mock.calls.length }
  }
  const short = await read()
  await db.query(`update customer_account set name = repeat('W', 200), billing_name = repeat('W', 200)`)
  const long = await read()
  measuring.mockRestore()
  expect(await pdfText(long.bytes)).toContain('…')
  // Measuring a text is slow. Each name is halved eight times, not measured once per character.
  expect(short.steps).toBeGreaterThan(0)
  expect(long.steps - short.steps).toBeLessThanOrEqual(2 * 8)
})
