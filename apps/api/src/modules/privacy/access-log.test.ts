import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccessEntry, StaffTokenWithSecret, StaffUser } from '@app/contract'
import { insertLead, password, startApp } from '../../../test/harness.ts'
import { poolOf } from '../../db/sql.ts'
import { deleteExpired } from '../../retention.ts'
import { accessLog } from './access-log.ts'
import { exportPerson } from './person.ts'

const { app, orm, db, makeStaff, postSample } = await startApp({ TRUST_PROXY: '127.0.0.1' })
const owner = await makeStaff('owner')
const editor = await makeStaff('editor')
beforeEach(() => db.query('truncate access_entry, lead, record_change, sample_request, message, inbox_item'))

const get = (path: string, who = editor, headers = {}) =>
  app.inject({ method: 'GET', url: `/api/admin/${path}`, headers: { cookie: who.cookie, ...headers } })
const entries = async (query = '') => (await get(`access-entries${query}`, owner)).json<AccessEntry[]>()
/** Waits until there are this many entries. */
const become = (count: number) =>
  vi.waitFor(async () => {
    const found = await entries()
    expect(found).toHaveLength(count)
    return found
  }, 10_000)
const lead = async (changes = {}) => {
  const id = randomUUID()
  await insertLead(db, { id, ...changes })
  return id
}

describe('listAccessEntries', () => {
  test('200 with who opened which record, once per member, session, record and hour', async () => {
    const id = await lead({ company: 'Example Co' })
    for (const path of ['', '/timeline', '/related', '']) {
      expect((await get(`leads/${id}${path}`, editor, { 'x-forwarded-for': '203.0.113.77' })).statusCode).toBe(200)
    }
    const request = await postSample()
    await get(`print-samples/${request}/history`, owner)
    expect((await get(`leads/${randomUUID()}`)).statusCode).toBe(404)
    const found = await become(2)
    await vi.waitFor(
      async () => expect((await entries('?kind=open')).find(({ times }) => times === 4)).toBeDefined(),
      10_000,
    )
    expect(found.find(({ list }) => list === 'sample_requests')).toMatchObject({ recordId: request, role: 'owner' })
    expect((await entries(`?recordId=${id}`))[0]).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      lastAt: expect.stringMatching(/Z$/),
      kind: 'open',
      staffId: editor.id,
      staffName: 'Staff editor',
      role: 'editor',
      credential: expect.stringMatching(/^[0-9a-f]{12}$/),
      network: '203.0.113.0/24',
      list: 'leads',
      recordId: id,
      recordName: 'Dana Example, Example Co',
      filters: [],
      times: 4,
    })
    expect(JSON.stringify((await db.query('select * from access_entry')).rows)).not.toMatch(/dana|0\.113\.77/i)
  })

  test('200 with a program, identified by the beginning of its token, in a separate row', async () => {
    const id = await lead()
    const made = await app.inject({
      method: 'POST',
      url: '/api/auth/tokens',
      headers: { cookie: editor.cookie },
      payload: { currentPassword: password, name: 'Weekly report', scopes: ['leads:read'] },
    })
    const { token, prefix } = made.json<StaffTokenWithSecret>()
    await get(`leads/${id}`)
    await app.inject({ url: `/api/admin/leads/${id}`, headers: { authorization: `Bearer ${token}` } })
    const found = await become(2)
    expect(found.map(({ credential, staffId }) => [credential, staffId])).toContainEqual([prefix, editor.id])
    expect(JSON.stringify(found)).not.toContain(token)
  })

  test('200 with searches, without their text, and with the number of rows shown', async () => {
    await lead()
    await lead({ first_name: 'Marcus' })
    await get('leads?q=dana')
    await get('leads?q=example')
    await get('print-samples?q=secretword')
    await get('leads')
    await become(2)
    await vi.waitFor(async () =>
      expect(await entries('?kind=search')).toMatchObject([{ list: expect.any(String) }, { list: expect.any(String) }]),
    )
    const found = await entries('?kind=search')
    expect(found.find(({ list }) => list === 'leads')).toMatchObject({ rows: 4, times: 2 })
    expect(found.find(({ list }) => list === 'sample_requests')).toMatchObject({ rows: 0, times: 1 })
    expect(JSON.stringify((await db.query('select * from access_entry')).rows)).not.toMatch(/dana|secretword/i)
  })

  test('200 with each export, its filters without personal data, and its number of rows', async () => {
    for (let count = 0; count < 3; count += 1) await lead({ message: 'One\r\ntwo' })
    await postSample()
    const file = await get('leads/export?q=dana&volume=1000-5000,under-1000&source=Main%20Website')
    expect(file.statusCode).toBe(200)
    await get('leads/export?from=2020-01-01')
    await get('print-samples/export', owner)
    const found = await become(3)
    expect(found).toMatchObject([
      { kind: 'export', list: 'sample_requests', staffId: owner.id, rows: 1, filters: [] },
      { kind: 'export', list: 'leads', rows: 3, filters: [{ name: 'from', value: '2020-01-01' }], times: 1 },
      { kind: 'export', list: 'leads', rows: 0 },
    ])
    expect(found[2]?.filters.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'q', value: 'set' },
      { name: 'source', value: 'set' },
      { name: 'volume', value: '1000-5000,under-1000' },
    ])
  })

  test('200 with printed labels, by request, and page by page for one member', async () => {
    const requests = [await postSample(), await postSample()]
    const records = requests.map((id) => ({ id }))
    const print = (printed: boolean) =>
      app.inject({
        method: 'PATCH',
        url: '/api/admin/print-samples',
        headers: { cookie: editor.cookie },
        payload: { records, patch: { printed } },
      })
    await print(true)
    await print(false)
    await become(2)
    const page = await get(`access-entries?staffId=${editor.id}&kind=print&limit=1`, owner)
    expect(page.headers['x-total-count']).toBe('2')
    const next = /<([^>]*)>/.exec(String(page.headers.link))?.[1] ?? ''
    const second = await app.inject({ method: 'GET', url: next, headers: { cookie: owner.cookie } })
    const found = [...page.json<AccessEntry[]>(), ...second.json<AccessEntry[]>()]
    expect(new Set(found.map(({ recordId }) => recordId))).toEqual(new Set(requests))
    expect(await entries(`?staffId=${owner.id}`)).toEqual([])
  })

  test('403 for everyone except owners', async () => {
    expect((await get('access-entries')).statusCode).toBe(403)
  })

  test('is kept for 180 days', async () => {
    const id = await lead()
    await get(`leads/${id}`)
    await become(1)
    await deleteExpired(orm.em.fork())
    expect(await entries()).toHaveLength(1)
    await db.query(`update access_entry set created_at = now() - interval '181 days'`)
    await deleteExpired(orm.em.fork())
    expect(await entries()).toEqual([])
  })

  test('shows a person when they were viewed and by which role, but not by whom', async () => {
    const id = await lead()
    await get(`leads/${id}`)
    await become(1)
    const { accesses } = await exportPerson(orm.em.fork(), { email: 'DANA@example.com' })
    expect(accesses).toEqual([
      { created_at: expect.anything(), last_at: expect.anything(), kind: 'open', role: 'editor', times: 1 },
    ])
  })
})

describe('reads that cannot be logged', () => {
  const reader = {
    staff: { id: editor.id, name: 'Staff editor', email: editor.email, role: 'editor' as StaffUser['role'] },
    credential: 'f'.repeat(12),
    clientAddress: '203.0.113.77',
  }

  test('are kept until they can be logged, but an export fails immediately', async () => {
    const id = await lead()
    const pool = await poolOf(orm.em)
    const failures: unknown[] = []
    let isAway = true
    const log = accessLog({
      getPool: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(pool)),
      onFailure: (error) => failures.push(error),
      flushMs: 10,
    })
    log.note(reader, { kind: 'open', list: 'leads', recordId: id })
    await log.flush()
    log.note(reader, { kind: 'open', list: 'leads', recordId: id })
    await expect(log.record(reader, { kind: 'export', list: 'leads' })).rejects.toThrow('away')
    expect(failures.length).toBeGreaterThan(0)
    isAway = false
    await log.close()
    expect(await entries()).toMatchObject([{ kind: 'open', times: 2 }])
  })
})
