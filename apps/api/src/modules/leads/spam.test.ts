import { beforeEach, describe, expect, test } from 'vitest'
import { leadInput, sampleRequestInput, startApp } from '../../../test/harness.ts'
import { poolOf } from '../../db/sql.ts'
import { takeCrmJobs } from '../crm/crm-outbox.ts'
import { readRecord, saveSynced } from '../crm/records.ts'
import { recountLeads } from './lead-recount.ts'

const { app, db, orm, config, asStaff, makeStaff, postLead } = await startApp()
const { cookie } = await makeStaff('editor')
/** The number of records that the relay claims. */
const relay = () => orm.em.fork().transactional(async (transaction) => (await takeCrmJobs(transaction, 100)).length)

const get = async (url: string) => app.inject({ method: 'GET', url, headers: { cookie } })
const put = (url: string, isSpam: boolean) =>
  app.inject({ method: 'PUT', url, headers: { cookie }, payload: { isSpam } })

beforeEach(async () => {
  await db.query('truncate lead, record_change, sample_request, message, inbox_item')
})

/** Both kinds of records behave the same. */
const kinds = [
  {
    name: 'lead',
    list: 'listSpamLeads',
    mark: 'updateLeadSpam',
    form: '/api/leads',
    input: leadInput,
    admin: '/api/admin/leads',
  },
  {
    name: 'sample_request',
    list: 'listSpamSampleRequests',
    mark: 'updateSampleRequestSpam',
    form: '/api/print-samples',
    input: sampleRequestInput,
    admin: '/api/admin/print-samples',
  },
] as const

function callsOf({ form, input, admin }: (typeof kinds)[number]) {
  return {
    post: async (changes: Record<string, unknown>): Promise<string> => {
      const answer = await app.inject({ method: 'POST', url: form, payload: input(changes) })
      expect(answer.statusCode).toBe(201)
      return answer.json().id
    },
    spam: () => get(`${admin}/spam`),
    listed: async (): Promise<string[]> => (await get(admin)).json().map(({ id }: { id: string }) => id),
    inTheFile: async () => (await get(`${admin}/export`)).body.trim().split(/\r?\n/).length - 1,
  }
}

describe.each(kinds)('$list', (kind) => {
  const { admin } = kind
  const { post, spam } = callsOf(kind)

  test('200 with the reason, newest first, page by page, even for a viewer', { tags: ['E10'] }, async () => {
    const first = await post({ website: ' https://spam.example ', company: 'Example Co' })
    const second = await post({ website: 'x' })
    await post({ website: '  ' })
    const answer = await spam()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-total-count']).toBe('2')
    expect(answer.json().map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect(answer.json()[1]).toMatchObject({
      firstName: 'Dana',
      company: 'Example Co',
      reason: 'The hidden field was filled in: https://spam.example',
    })

    const page = await asStaff({ method: 'GET', url: `${admin}/spam?limit=1` }, 'viewer')
    expect(page.json()).toHaveLength(1)
    const next = /<([^>]*)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await get(next)).json()).toMatchObject([{ id: first }])
  })

  test('200 for a record whose reason was never recorded', async () => {
    const id = await post({ website: 'x' })
    await db.query(`update ${kind.name} set honeypot = null`)
    expect((await spam()).json()).toMatchObject([{ id, reason: 'No reason was recorded' }])
  })
})

describe.each(kinds)('$mark', (kind) => {
  const { name, admin } = kind
  const { post, spam, listed, inTheFile } = callsOf(kind)

  test('204 makes it a regular record: listed, exported, and sent to the CRM', async () => {
    const id = await post({ website: 'https://roofing.example' })
    expect(await relay()).toBe(0)
    expect([await listed(), await inTheFile()]).toEqual([[], 0])

    expect((await put(`${admin}/${id}/spam`, false)).statusCode).toBe(204)
    expect((await spam()).json()).toEqual([])
    expect([await listed(), await inTheFile()]).toEqual([[id], 1])
    const shown = (await get(admin + (name === 'lead' ? `/${id}` : `?ids=${id}`))).json()
    const [{ crmError, pipedriveError }] = [shown].flat()
    expect(crmError ?? pipedriveError ?? null).toBeNull()
    expect(await relay()).toBe(1)
    // Repeating it changes nothing.
    expect((await put(`${admin}/${id}/spam`, false)).statusCode).toBe(204)
    expect(await relay()).toBe(0)
  })

  test('204 marks it as spam again, and records who did', async () => {
    const id = await post({})
    expect((await put(`${admin}/${id}/spam`, true)).statusCode).toBe(204)
    expect(await listed()).toEqual([])
    expect((await spam()).json()).toMatchObject([{ id, reason: 'Staff editor marked it as spam' }])
    expect(await relay()).toBe(0)
  })

  test('204 sends it to the CRM if its job ended while it was spam, but not again after it is synced', async () => {
    const id = await post({})
    expect(await relay()).toBe(1)
    await put(`${admin}/${id}/spam`, true)
    expect(await relay()).toBe(0)
    await put(`${admin}/${id}/spam`, false)
    expect(await relay()).toBe(1)

    await db.query(`update ${name} set crm_synced_at = now()`)
    await put(`${admin}/${id}/spam`, true)
    await put(`${admin}/${id}/spam`, false)
    expect(await relay()).toBe(0)
  })

  test('204 keeps the reason of a record cleared by mistake, even when a sync attempt ends afterwards', async () => {
    const id = await post({ website: 'https://roofing.example' })
    await put(`${admin}/${id}/spam`, false)
    const record = await readRecord(await poolOf(orm.em), name, id)
    if (!record) throw new Error('a freed record is not to be synced')
    await put(`${admin}/${id}/spam`, true)
    const reason = 'Staff editor marked it as spam. The hidden field was filled in: https://roofing.example'
    expect((await spam()).json()).toMatchObject([{ id, reason }])
    await saveSynced(await poolOf(orm.em), record)
    expect((await spam()).json()).toMatchObject([{ id, reason }])
  })

  test('404 when the record does not exist', async () => {
    expect((await put(`${admin}/01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11/spam`, false)).statusCode).toBe(404)
  })

  test('403 for a viewer, and nothing changes', { tags: ['A08'] }, async () => {
    const id = await post({ website: 'x' })
    const request = { method: 'PUT', url: `${admin}/${id}/spam`, payload: { isSpam: false } } as const
    expect((await asStaff(request, 'viewer')).statusCode).toBe(403)
    expect(await listed()).toEqual([])
  })
})

test('a lead that its import keeps out of the CRM is not sent there after a spam mark is cleared', async () => {
  const rows = [{ firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', source: 'Trade Fair' }]
  const payload = { fileName: 'fair.csv', duplicates: 'skip', ownerId: null, sendsToCrm: false, rows }
  const answer = await asStaff({ method: 'POST', url: '/api/admin/lead-imports', payload })
  expect([answer.statusCode, await relay()]).toEqual([201, 0])
  const [{ id }] = (await get('/api/admin/leads')).json()
  await put(`/api/admin/leads/${id}/spam`, true)
  await put(`/api/admin/leads/${id}/spam`, false)
  expect(await relay()).toBe(0)
})

test('spam does not count in any lead figure, before or after aggregation, until it is cleared', async () => {
  const figures = async () => {
    const paths = ['stats', 'stats/statuses', 'stats/sources', 'stats/daily?days=7']
    return Promise.all(paths.map(async (path) => (await get(`/api/admin/${path}`)).json()))
  }
  const none = await figures()
  const id = await postLead({ website: 'x' })
  expect(await figures()).toEqual(none)
  await db.query("update lead set created_at = now() - interval '1 hour'")
  await db.query("update lead_fact_state set counted_until = '-infinity'")
  await recountLeads(orm.em.fork(), config.businessTimeZone)
  expect(await figures()).toEqual(none)

  await put(`/api/admin/leads/${id}/spam`, false)
  expect((await figures())[0]).toMatchObject({ totalLeads: 1 })
  await put(`/api/admin/leads/${id}/spam`, true)
  expect(await figures()).toEqual(none)
})
