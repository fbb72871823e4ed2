import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LeadImport, LeadImportCheck, LeadImportInput, LeadImportRow } from '@app/contract'
import { insertLead, startApp } from '../../../../test/harness.ts'
import { processNewRecords } from '../../messages/new-records.service.ts'
import { getCrmStatus } from '../../crm/crm.queries.ts'

const { app, orm, db, asStaff, countRows, makeStaff } = await startApp({ RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000' })

beforeEach(async () => {
  await db.query('delete from lead')
  await db.query('delete from lead_import')
})

let persons = 0
const row = (changes: LeadImportRow = {}): LeadImportRow => {
  persons += 1
  return {
    firstName: 'Dana',
    lastName: `Example ${persons}`,
    email: `dana.${persons}@example.com`,
    source: 'Fair',
    ...changes,
  }
}
const file = (rows: LeadImportRow[], changes: Partial<LeadImportInput> = {}): LeadImportInput => ({
  fileName: 'fair.csv',
  duplicates: 'skip',
  ownerId: null,
  sendsToCrm: true,
  rows,
  ...changes,
})
const url = '/api/admin/lead-imports'
const post = (payload: object, headers: Record<string, string> = {}) =>
  asStaff({ method: 'POST', url, payload, headers })
const imported = async (rows: LeadImportRow[], changes: Partial<LeadImportInput> = {}): Promise<LeadImport> =>
  (await post(file(rows, changes))).json()
const check = async (rows: LeadImportRow[]): Promise<LeadImportCheck> =>
  (await asStaff({ method: 'POST', url: `${url}/check`, payload: { rows } })).json()
const listed = async (query = '') => (await asStaff({ url: `/api/admin/leads${query}` })).json()

describe('checkLeadImport', () => {
  test('200 with every rejected value, by row and member, without storing anything', async () => {
    const rows = [
      row(),
      row({ email: 'dana@nowhere', volume: 'many', lastName: '  ' }),
      row({ company: 'x'.repeat(201), phone: 'a\u0007' }),
      { message: 'Nobody' },
    ]
    expect(await check(rows)).toEqual({
      errors: [
        { row: 2, field: 'lastName', code: 'required' },
        { row: 2, field: 'email', code: 'invalid_format' },
        { row: 2, field: 'volume', code: 'value_not_allowed' },
        { row: 3, field: 'company', code: 'too_long' },
        { row: 3, field: 'phone', code: 'invalid_format' },
        { row: 4, field: 'firstName', code: 'required' },
        { row: 4, field: 'lastName', code: 'required' },
        { row: 4, field: 'email', code: 'required' },
        { row: 4, field: 'source', code: 'required' },
      ],
      duplicates: [],
    })
    expect(await countRows('lead')).toBe(0)
    expect(await countRows('lead_import')).toBe(0)
  })

  test('200 with rows that duplicate a lead or an earlier row, by the rules for duplicates', async () => {
    const known = randomUUID()
    await insertLead(db, {
      id: known,
      first_name: 'Omar',
      last_name: 'Known',
      email: 'Omar@Example.com',
      phone: '+1 (918) 555-0100',
      company: 'Tulsa Example',
    })
    await insertLead(db, { email: 'spam@example.com', is_spam: true })
    const { errors, duplicates } = await check([
      row({ email: 'omar@example.com' }),
      row({ phone: '918.555.0100' }),
      row({ firstName: 'omar', lastName: 'KNOWN', company: 'tulsa example' }),
      row({ firstName: 'Omar', lastName: 'Known', company: 'Another Example' }),
      row({ email: 'twice@example.com', phone: '5550' }),
      row({ email: 'Twice@Example.com', phone: '5550' }),
      row({ email: 'spam@example.com' }),
      row({ email: 'twice@example.com', phone: '9185550100' }),
    ])
    expect(errors).toEqual([])
    expect(duplicates).toEqual([
      { row: 1, reason: 'email', leadId: known },
      { row: 2, reason: 'phone', leadId: known },
      { row: 3, reason: 'name', leadId: known },
      { row: 6, reason: 'email', ofRow: 5 },
      // Row 2 and a lead have the same phone number.
      { row: 8, reason: 'email', ofRow: 5 },
    ])
  })

  test('400 for rows that cannot be checked', async () => {
    const ask = { method: 'POST', url: `${url}/check` } as const
    expect((await asStaff({ ...ask, payload: { rows: [] } })).statusCode).toBe(400)
    expect((await asStaff({ ...ask, payload: { rows: [{ id: 'x' }] } })).statusCode).toBe(400)
  })
})

describe('createLeadImport', () => {
  test('201 stores every row as a lead with its import and its owner', async () => {
    const [owner] = (await asStaff({ url: '/api/admin/leads/owners' })).json()
    const rows = [
      row({ company: ' Tulsa Example ', volume: '1000-5000', message: '=1+1' }),
      row({ industry: 'retail' }),
    ]
    const answer = await post(file(rows, { ownerId: owner.id }))
    expect(answer.statusCode).toBe(201)
    const stored: LeadImport = answer.json()
    expect(stored).toMatchObject({
      fileName: 'fair.csv',
      by: 'Staff owner',
      rows: 2,
      skipped: 0,
      left: 2,
      undoneAt: null,
    })
    const leads = await listed(`?importId=${stored.id}&order=oldest`)
    expect(leads).toMatchObject([
      { company: 'Tulsa Example', volume: '1000-5000', ownerId: owner.id },
      { company: null, industry: 'retail', ownerId: owner.id },
    ])
    const timeline = (await asStaff({ url: `/api/admin/leads/${leads[0].id}/timeline` })).json()
    expect(timeline).toMatchObject([{ kind: 'import', by: 'Staff owner', text: 'fair.csv' }])
    const csv = await asStaff({ url: `/api/admin/leads/export?importId=${stored.id}` })
    expect(csv.body).toContain(`'=1+1`)
    expect(csv.body.trim().split('\r\n')).toHaveLength(3)
  })

  test('201 notifies the owner of leads imported by a colleague, once per file', async () => {
    const colleague = await makeStaff('editor')
    const { id } = await imported([row(), row()], { ownerId: colleague.id })
    const inbox = async () => {
      await processNewRecords(orm.em.fork(), { adminUrl: 'http://localhost', canMail: false })
      return app.inject({ url: '/api/admin/inbox', headers: { cookie: colleague.cookie } })
    }
    const notified = { kind: 'import', title: 'fair.csv', importId: id, by: 'Staff owner', isRead: false }
    expect((await inbox()).json()).toMatchObject([notified])

    await app.inject({
      method: 'POST',
      url,
      headers: { cookie: colleague.cookie },
      payload: file([row()], { ownerId: colleague.id }),
    })
    expect((await inbox()).json()).toHaveLength(1)
  })

  test('201 skips duplicates, or imports them anyway', async () => {
    await insertLead(db, { email: 'known@example.com' })
    const rows = [
      row({ email: 'KNOWN@example.com' }),
      row({ email: 'new@example.com' }),
      row({ email: 'new@example.com' }),
    ]
    expect(await imported(rows, { leftOut: 4 })).toMatchObject({ rows: 1, skipped: 2, leftOut: 4 })
    const all = await imported(rows, { duplicates: 'import' })
    expect(all).toMatchObject({ rows: 3, skipped: 0 })
    const flagged = await listed(`?importId=${all.id}`)
    expect(flagged.map(({ duplicateBy }: { duplicateBy?: string[] }) => duplicateBy)).toEqual([
      ['email'],
      ['email'],
      ['email'],
    ])
  })

  test('201 for rows that share only a phone number, which are flagged', async () => {
    await insertLead(db, { phone: '(617) 555-0123' })
    const rows = [row({ phone: '617.555.0123 x45' }), row({ phone: '+1 617 555 0123' })]
    expect((await check(rows)).duplicates).toMatchObject([
      { row: 1, reason: 'phone' },
      { row: 2, reason: 'phone' },
    ])
    const stored = await imported(rows)
    expect(stored).toMatchObject({ rows: 2, skipped: 0 })
    const flagged: { duplicateBy?: string[] }[] = await listed(`?importId=${stored.id}`)
    expect(flagged.map(({ duplicateBy }) => duplicateBy)).toEqual([['phone'], ['phone']])
  })

  test('201 for far more rows than other bodies can hold, in file order', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => row({ message: `Row ${index} `.padEnd(100, '.') }))
    const stored = await imported(rows)
    expect(stored).toMatchObject({ rows: 1_500, left: 1_500 })
    const leads: { email: string }[] = await listed(`?importId=${stored.id}&order=oldest&limit=200`)
    expect(leads.map(({ email }) => email)).toEqual(rows.slice(0, 200).map(({ email }) => email))
  })

  test('400 stores nothing when one row is invalid, and names it', async () => {
    const answer = await post(file([...Array.from({ length: 600 }, () => row()), row({ email: 'nobody' })]))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual([
      { in: 'body', pointer: '/rows/600/email', detail: 'has characters or a format that is not accepted' },
    ])
    expect(await countRows('lead')).toBe(0)
    expect(await countRows('lead_import')).toBe(0)
  })

  test('400 for an owner who cannot be assigned leads', async () => {
    const answer = await post(file([row()], { ownerId: randomUUID() }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ pointer: '/ownerId' }])
    expect(await countRows('lead')).toBe(0)
  })

  test('201 twice at the same time without a key: the second one finds its rows already stored', async () => {
    const body = file([row(), row()])
    const answers = await Promise.all([post(body), post(body)])
    expect(answers.map((answer) => answer.json().rows).toSorted((a, b) => a - b)).toEqual([0, 2])
    expect(await countRows('lead')).toBe(2)
  })

  test('201 one after another, or 503: waiting imports leave database connections to other requests', async () => {
    await listed()
    await db.query(`select pg_advisory_lock(hashtext('lead-import'))`)
    const waiting = Array.from({ length: 7 }, () => post(file([row()])))
    const asking = `select from pg_stat_activity where datname = current_database() and query like '%''lead-import''%' and pid <> pg_backend_pid()`
    await vi.waitFor(async () => expect((await db.query(asking)).rowCount).toBeGreaterThan(0))
    for (let n = 0; n < 3; n += 1) expect((await asStaff({ url: '/api/admin/leads' })).statusCode).toBe(200)
    await db.query(`select pg_advisory_unlock(hashtext('lead-import'))`)
    const answers = await Promise.all(waiting)
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      201, 201, 201, 201, 201, 201, 503,
    ])
    expect(answers.find(({ statusCode }) => statusCode === 503)?.json().code).toBe('busy')
  })

  test('201 sends no notifications and no emails, and keeps the leads out of the CRM if requested', async () => {
    await db.query(`update lead_routing_setting set confirms_visitors = true`)
    await asStaff({
      method: 'POST',
      url: '/api/admin/notification-rules',
      payload: { event: 'lead', condition: 'all', channel: 'inbox', isForAll: true },
    })
    await imported([row(), row()], { sendsToCrm: false })
    await imported([row()])
    await insertLead(db, { email: 'visitor@example.com' })
    await processNewRecords(orm.em.fork(), { adminUrl: 'http://localhost', canMail: true })
    const { rows: notified } = await db.query(
      'select email from inbox_item join lead on lead.id = lead_id union all select recipient from message',
    )
    expect(new Set(notified.map(({ email }) => email))).toEqual(new Set(['visitor@example.com']))
    expect((await getCrmStatus(orm.em.fork(), true)).waiting).toBe(2)
    const { rows: queued } = await db.query('select count(*)::int as n from lead where crm_enqueued_at is null')
    expect(queued).toEqual([{ n: 2 }])
  })
})

describe('getLeadImport', () => {
  test('200 with the import for every role, 404 when it does not exist', async () => {
    const stored = await imported([row()])
    const answer = await asStaff({ method: 'GET', url: `${url}/${stored.id}` }, 'viewer')
    expect([answer.statusCode, answer.json()]).toEqual([200, stored])
    expect((await asStaff({ method: 'GET', url: `${url}/${randomUUID()}` })).statusCode).toBe(404)
  })
})

describe('listLeadImports', () => {
  test('200 with the imports, newest first, page by page, for every role', async () => {
    const first = await imported([row(), row()])
    const second = await imported([row()], { sendsToCrm: false })
    await db.query('delete from lead where id in (select id from lead where import_id = $1 limit 1)', [first.id])
    const page = await asStaff({ url: `${url}?limit=1` }, 'viewer')
    expect(page.statusCode).toBe(200)
    expect(page.headers['x-total-count']).toBe('2')
    expect(page.json()).toMatchObject([{ id: second.id, sendsToCrm: false, left: 1 }])
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? ''
    expect((await asStaff({ url: next })).json()).toMatchObject([{ id: first.id, rows: 2, left: 1 }])
  })

  test('400 for an invalid cursor', async () => {
    expect((await asStaff({ url: `${url}?cursor=nothing` })).statusCode).toBe(400)
  })
})
