import { randomUUID } from 'node:crypto'
import { startFakePipedrive } from 'tools/fake-pipedrive'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { clearJobs, hurryJobs, openWorker } from '../../../test/jobs.ts'
import { jobKinds } from '../../jobs/job-kinds.ts'
import { startCrmWorker } from './worker.ts'

const { config, db, asStaff, postLead, postSample } = await startApp({ PIPEDRIVE_API_TOKEN: 'known-token' })
const crm = await startFakePipedrive()
afterAll(() => crm.close())

const log = { info: () => {}, warn: () => {} }
const lines: object[] = []
const ends: (() => Promise<void>)[] = []
const work = async ({ url, token } = crm) => {
  const { em, jobs, stop } = await openWorker(config.databaseUrl, lines)
  const settings = { url, token, timeoutMs: 300 }
  const stopProbing = startCrmWorker(em, jobs, { crm: settings, log, probeMs: 250, settleMs: 300 })
  ends.push(async () => {
    stopProbing()
    await stop()
  })
}
const stopWork = () => Promise.all(ends.splice(0).map((end) => end()))

const leadRow = async (id: string) => (await db.query('select * from lead where id = $1', [id])).rows[0]
const sampleStatus = async (id: string) =>
  (await db.query('select crm_status from sample_request where id = $1', [id])).rows[0].crm_status
const becomes = (id: string, status: string) =>
  vi.waitFor(async () => expect((await leadRow(id)).status).toBe(status), 30_000)
const counts = () => Object.fromEntries(Object.entries(crm.stored).map(([name, records]) => [name, records.length]))

beforeEach(async () => {
  lines.length = 0
  crm.clear()
  await db.query('truncate lead, record_change, sample_request, message, inbox_item')
  await db.query(
    'update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null, last_success_at = null; delete from circuit_breaker',
  )
})
afterEach(async () => {
  await stopWork()
  await clearJobs(db)
})

describe('sync to the CRM', () => {
  test('a lead with markup becomes one organization, person, lead and note', { tags: ['D14'] }, async () => {
    const company = 'Example", "value":999 Co'
    const id = await postLead({ company, message: '<img src=x onerror=alert(1)>', industry: 'retail' })
    await work()
    await becomes(id, 'synced')
    const { organizations, persons, leads, notes } = crm.stored
    expect(counts()).toEqual({ organizations: 1, persons: 1, leads: 1, deals: 0, notes: 1 })
    expect(persons[0]).toMatchObject({ name: 'Dana Example', org_id: organizations[0]?.id })
    expect(leads[0]).toMatchObject({ title: `Demo request: ${company} [web-${id}]`, person_id: persons[0]?.id })
    expect(notes[0]).toMatchObject({ lead_id: leads[0]?.id, content: expect.stringContaining('&lt;img') })
    expect(await leadRow(id)).toMatchObject({ crm_lead_id: leads[0]?.id, crm_error: null })
  })

  test('a sample request becomes person, deal and note, and staff see the deal', async () => {
    await postSample({ notes: 'Heavy stock, please', templateName: 'Spring <postcard>' })
    await work()
    const list = async () => (await asStaff({ method: 'GET', url: '/api/admin/print-samples' })).json()
    await vi.waitFor(async () => expect((await list())[0].pipedriveStatus).toBe('synced'), 30_000)
    expect(counts()).toEqual({ organizations: 0, persons: 1, leads: 0, deals: 1, notes: 1 })
    expect((await list())[0].pipedriveDealId).toBe(crm.stored.deals[0]?.id)
    expect(crm.stored.notes[0]?.content).toContain('<b>Requested template</b>: Spring &lt;postcard&gt;')
  })

  test('records of the same person and company share their CRM entries, although the search lags', async () => {
    crm.searchLagMs = 60_000
    const ids = [await postLead({ company: 'Example Co' }), await postLead({ company: 'EXAMPLE CO' })]
    await postSample({ email: 'DANA@example.com', company: 'Example Co' })
    await work()
    for (const id of ids) await becomes(id, 'synced')
    await vi.waitFor(() => expect(crm.stored.deals).toHaveLength(1), 30_000)
    expect(counts()).toMatchObject({ organizations: 1, persons: 1, leads: 2 })
  })

  test('a person who is already in the CRM is found, not created again', async () => {
    crm.stored.persons.push({ id: 77, madeAt: 0, name: 'Old', emails: [{ value: 'dana@example.com' }] })
    const id = await postLead()
    await work()
    await becomes(id, 'synced')
    expect(counts()).toMatchObject({ persons: 1 })
    expect(await leadRow(id)).toMatchObject({ crm_person_id: '77' })
  })

  test('a person and a company that were deleted in the CRM are created again for the next record', async () => {
    await work()
    await becomes(await postLead({ company: 'Example Co' }), 'synced')
    crm.stored.persons.length = 0
    crm.stored.organizations.length = 0
    // The CRM rejects a lead of a person who does not exist.
    crm.setMood((call) => (call === 'POST /api/v1/leads' && crm.stored.persons.length === 0 ? 'refused' : 'well'))
    const id = await postLead({ company: 'Example Co' })
    await becomes(id, 'synced')
    expect(counts()).toMatchObject({ organizations: 1, persons: 1, leads: 2 })
    expect(await leadRow(id)).toMatchObject({
      crm_organization_id: String(crm.stored.organizations[0]?.id),
      crm_person_id: String(crm.stored.persons[0]?.id),
      crm_attempts: 1,
    })
  })

  test('spam is never synced', async () => {
    const spam = await postLead({ website: 'https://spam.example' })
    const lead = await postLead()
    await work()
    await becomes(lead, 'synced')
    expect(crm.stored.leads).toHaveLength(1)
    expect(await leadRow(spam)).toMatchObject({ status: 'new', crm_enqueued_at: null })
  })
})

describe('a failing CRM', () => {
  const troubles = [
    { mood: 'lost-500', row: 'R14' },
    { mood: 'lost-connection', row: 'R18' },
    { mood: 'html', row: 'R17' },
    { mood: 'busy', row: 'R15' },
    { mood: 'hang', row: 'R13' },
  ] as const
  for (const { mood, row } of troubles)
    test(`when each kind of call is ${mood} once, everything arrives once`, { tags: [row] }, async () => {
      crm.searchLagMs = 100
      const spoilt = new Set<string>()
      crm.setMood((call) => {
        if (spoilt.has(call)) return 'well'
        spoilt.add(call)
        return mood
      })
      // The fake CRM shows records immediately; only our delays are shortened.
      const endHurry = hurryJobs(db)
      const id = await postLead({ company: 'Example Co', message: 'Hello' })
      await work()
      await becomes(id, 'synced').finally(endHurry)
      expect(counts()).toEqual({ organizations: 1, persons: 1, leads: 1, deals: 0, notes: 1 })
    })

  test.each([
    ['refused', 422],
    ['forbidden', 403],
  ] as const)(
    'a record that is %s is not retried, states the reason, and can be retried by staff',
    { tags: ['R16', 'R22'] },
    async (mood, status) => {
      crm.setMood((call) => (/leads|deals|persons.[0-9]/.test(call) ? mood : 'well'))
      const id = await postLead()
      const sample = await postSample()
      await work()
      await becomes(id, 'sync_failed')
      const reason = `The CRM rejected the record (${status}).`
      expect((await leadRow(id)).crm_error).toBe(reason)
      expect((await leadRow(id)).crm_failures).toEqual([{ at: expect.any(String), reason }])
      await vi.waitFor(async () => expect(await sampleStatus(sample)).toBe('failed'), 30_000)
      // No retry storm: each record was synced once.
      expect(crm.calls.filter((call) => /POST .*(leads|deals)/.test(call))).toHaveLength(2)
      crm.setMood('well')
      await asStaff({ method: 'POST', url: `/api/admin/leads/${id}/retry-sync` })
      await asStaff({ method: 'POST', url: `/api/admin/print-samples/${sample}/retry-sync` })
      await becomes(id, 'synced')
      await vi.waitFor(async () => expect(await sampleStatus(sample)).toBe('synced'), 30_000)
      expect(counts()).toMatchObject({ persons: 1, leads: 1, deals: 1 })
    },
  )

  test('the sync waits for a person whose last creation is unconfirmed, whatever the outcome of earlier ones', async () => {
    for (const message of ['old', 'new']) await postLead({ message })
    await db.query(
      `update lead set crm_enqueued_at = now(), crm_creating = 'person',
                       crm_creating_at = now() + case message when 'old' then -1 else 1 end * interval '1 hour'`,
    )
    const id = await postLead()
    await work()
    await vi.waitFor(async () => expect((await leadRow(id)).crm_error).toContain('may or may not exist'), 30_000)
    expect(counts()).toMatchObject({ persons: 0 })
  })

  test('a record fails after its last attempt', async () => {
    const gone = await startFakePipedrive()
    await gone.close()
    const id = await postLead()
    await db.query('update lead set crm_attempts = $1', [jobKinds.crm.attempts - 1])
    await work(gone)
    await becomes(id, 'sync_failed')
    expect((await leadRow(id)).crm_attempts).toBe(jobKinds.crm.attempts)
  })

  test('an unreachable CRM is retried until every record has arrived once', { tags: ['R12'] }, async () => {
    const gone = await startFakePipedrive()
    await gone.close()
    const id = await postLead()
    const sample = await postSample({ email: 'other@example.com' })
    await work(gone)
    await vi.waitFor(async () => {
      expect(await leadRow(id)).toMatchObject({ status: 'new', crm_error: 'The CRM did not respond.' })
      const { crm_attempts: attempts, crm_failures: failures } = await leadRow(id)
      expect(attempts).toBeGreaterThan(1)
      expect(failures).toHaveLength(attempts)
    }, 30_000)
    const back = await startFakePipedrive({ port: Number(new URL(gone.url).port) })
    await becomes(id, 'synced')
    await vi.waitFor(async () => expect(await sampleStatus(sample)).toBe('synced'), 30_000)
    const made = Object.entries(back.stored).map(([name, records]) => [name, records.length])
    expect(Object.fromEntries(made)).toMatchObject({ persons: 2, leads: 1, deals: 1, notes: 2 })
    await back.close()
  })

  test.each([
    ['a rejected token', 'unknown-token', 'The CRM rejected our token.'],
    ['an unpaid account', 'unpaid', 'The CRM account has an unpaid bill.'],
  ] as const)(
    '%s pauses the sync, without a call for each record, until it is fixed',
    { tags: ['R19'] },
    async (_what, mood, reason) => {
      crm.setMood(mood)
      const ids = [await postLead(), await postLead({ email: 'other@example.com' }), await postLead()]
      await work()
      const status = async () => (await asStaff({ method: 'GET', url: '/api/admin/crm' })).json()
      await vi.waitFor(
        async () => expect(await status()).toMatchObject({ state: 'paused', waiting: 3, failed: 0 }),
        30_000,
      )
      expect((await status()).pausedReason).toBe(reason)
      const probes = () => crm.calls.filter((call) => call.endsWith('/users/me'))
      await vi.waitFor(() => expect(probes().length).toBeGreaterThan(1), 30_000)
      expect(crm.calls.length - probes().length).toBeLessThanOrEqual(3)
      crm.setMood('well')
      for (const id of ids) await becomes(id, 'synced')
      expect(await status()).toMatchObject({ state: 'working', waiting: 0, oldestWaitingSeconds: 0 })
    },
  )
})

describe('workers', () => {
  test('a job whose worker was killed runs again', { tags: ['E11', 'R21'] }, async () => {
    await work()
    await becomes(await postLead(), 'synced')
    await stopWork()
    const id = await postLead({ email: 'other@example.com' })
    await db.query('update lead set crm_enqueued_at = now() where id = $1', [id])
    await db.query(
      `insert into jobs.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, policy, retry_limit)
       select name, json_build_object('kind', 'lead', 'id', $1::text), 'active', now() - interval '1 minute',
              now() - interval '1 minute', 6, policy, retry_limit from jobs.queue where name = 'crm'`,
      [id],
    )
    await work()
    await becomes(id, 'synced')
    expect(counts()).toMatchObject({ persons: 2, leads: 2 })
  })

  test('two at the same time sync each record once', { tags: ['R20'] }, async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => postLead({ email: `n${n % 7}@example.com` })))
    await work()
    await work()
    for (const id of ids) await becomes(id, 'synced')
    expect(counts()).toMatchObject({ persons: 7, leads: 20 })
  })

  test('continue after the database cuts every connection', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => postLead({ email: `n${n}@example.com` })))
    crm.delayMs = 20
    await work()
    for (let cut = 0; cut < 6; cut += 1) {
      const before = crm.calls.length
      await vi.waitFor(() => expect(crm.calls.length).toBeGreaterThan(before + 4), 30_000)
      await db.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
    }
    for (const id of ids) await becomes(id, 'synced')
    expect(counts()).toMatchObject({ persons: 12, leads: 12 })
  }, 60_000)

  test('continue after the database fails their first query', async () => {
    await work()
    await becomes(await postLead(), 'synced')
    await stopWork()
    await db.query('alter table jobs.queue rename to away')
    await work()
    await vi.waitFor(() => expect(lines).not.toEqual([]), 30_000)
    await db.query('alter table jobs.away rename to queue')
    await becomes(await postLead({ email: 'other@example.com' }), 'synced')
  })

  test('a job for a record that does not exist ends without a call', async () => {
    await work()
    await db.query('insert into jobs.job (name, data, policy) values ($1, $2, $3)', [
      'crm',
      { kind: 'lead', id: randomUUID() },
      'singleton',
    ])
    const left = async () => (await db.query(`select 1 from jobs.job where state <> 'completed'`)).rows.length
    await vi.waitFor(async () => expect(await left()).toBe(0), 30_000)
    expect(crm.calls).toEqual([])
  })
})
