import { startFakePipedrive } from 'tools/fake-pipedrive'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { clearJobs, openWorker, type TestWorker } from '../../../test/jobs.ts'
import { attempt } from './attempt.ts'
import { pipedrive } from './pipedrive.ts'
import { startCrmWorker } from './worker.ts'

const { app, config, db, orm, makeStaff, postLead } = await startApp({ PIPEDRIVE_API_TOKEN: 'known-token' })
const crm = await startFakePipedrive()
const { cookie } = await makeStaff()
afterAll(() => crm.close())

const settings = { url: crm.url, token: crm.token, timeoutMs: 300 }
const log = { info: () => {}, warn: () => {} }
const stops: (() => Promise<void>)[] = []
let looks = 0
/** Two workers that share only the database. */
const work = async () => {
  for (const worker of await Promise.all([1, 2].map(() => openWorker(config.databaseUrl)))) start(worker)
}
function start({ em, jobs, stop }: TestWorker) {
  const relay: typeof jobs.relay = (name, take, before) =>
    jobs.relay(
      name,
      async (transaction, limit) => {
        looks += 1
        return take(transaction, limit)
      },
      before,
    )
  const stopProbing = startCrmWorker(em, { ...jobs, relay }, { crm: settings, log, probeMs: 100 })
  stops.push(async () => {
    stopProbing()
    await stop()
  })
}

const call = async (method: 'GET' | 'POST', path = '') =>
  (await app.inject({ method, url: `/api/admin/crm${path}`, headers: { cookie } })).json()
const waiting = async (): Promise<number> => (await call('GET')).waiting
const audit = async () =>
  (await db.query('select action, actor from record_change order by created_at, id')).rows.map(
    ({ action, actor }) => `${action} by ${actor}`,
  )

/** Resolves after several more polls by the workers, with the number of waiting jobs. */
async function workersLook(): Promise<number> {
  const since = looks
  await vi.waitFor(() => expect(looks).toBeGreaterThan(since + 6), 30_000)
  return (await db.query(`select 1 from jobs.job where state < 'completed'`)).rows.length
}

/** Resolves when no job is running. */
const jobsSettled = () =>
  vi.waitFor(async () => {
    const { rows } = await db.query(`select 1 from jobs.job where state < 'completed'`)
    expect(rows).toEqual([])
  }, 30_000)

beforeEach(async () => {
  crm.clear()
  await db.query('truncate lead, record_change, message, inbox_item')
  await db.query(`update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null,
                                       staff_paused_at = null, staff_paused_by = null;
                  delete from circuit_breaker`)
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await clearJobs(db)
})

describe('pauseCrm', () => {
  test('200 and no worker syncs anything until it is resumed; nothing is lost or duplicated', async () => {
    crm.delayMs = 10
    for (let n = 0; n < 25; n += 1) await postLead({ email: `n${n}@example.com` })
    await work()
    await vi.waitFor(() => expect(crm.stored.leads.length).toBeGreaterThan(2), 30_000)
    expect(await call('POST', '/pause')).toMatchObject({
      state: 'paused',
      pausedBy: 'staff',
      pausedByName: 'Staff owner',
      pausedSince: expect.any(String),
      pausedReason: null,
    })
    await workersLook()
    await jobsSettled()
    const calls = crm.calls.length
    const left = await waiting()
    expect(left).toBeGreaterThan(0)
    await postLead({ email: 'n25@example.com' })
    await workersLook()
    expect(crm.calls).toHaveLength(calls)
    expect(await waiting()).toBe(left + 1)

    expect(await call('POST', '/resume')).toMatchObject({ state: 'working', pausedBy: 'nobody', pausedSince: null })
    await vi.waitFor(async () => expect(await waiting()).toBe(0), 30_000)
    expect(crm.stored.leads).toHaveLength(26)
  }, 60_000)

  test('200 applies to workers that start later, and to a job that was already claimed', async () => {
    await call('POST', '/pause')
    const id = await postLead()
    expect(await attempt(orm.em.fork(), pipedrive(settings), { kind: 'lead', id })).toEqual({ outcome: 'paused' })
    await work()
    expect(await workersLook()).toBe(0)
    expect(crm.calls).toEqual([])
  })

  test('200 twice adds one entry, with the name of the first person', async () => {
    await call('POST', '/pause')
    await call('POST', '/pause')
    expect(await audit()).toEqual(['crm_pause by Staff owner'])
  })
})

describe('resumeCrm', () => {
  test('200 immediately retries a CRM that rejected our token', async () => {
    crm.setMood('unknown-token')
    const probes = () => crm.calls.filter((one) => one.endsWith('/users/me')).length
    await postLead()
    await work()
    await vi.waitFor(async () => expect(await call('GET')).toMatchObject({ pausedBy: 'credentials' }), 30_000)

    // A pause by staff also stops the probes of the token; a successful probe would not end the pause.
    expect(await call('POST', '/pause')).toMatchObject({
      pausedBy: 'staff',
      pausedReason: 'The CRM rejected our token.',
    })
    await workersLook()
    crm.setMood('well')
    const before = probes()
    await workersLook()
    expect(probes()).toBe(before)
    expect(await waiting()).toBe(1)

    await call('POST', '/resume')
    await vi.waitFor(async () => expect(await waiting()).toBe(0), 30_000)
    expect(await audit()).toEqual(['crm_pause by Staff owner', 'crm_resume by Staff owner'])
  }, 60_000)

  test('200 without an entry when the sync is already running', async () => {
    expect(await call('POST', '/resume')).toMatchObject({ state: 'working' })
    expect(await audit()).toEqual([])
  })
})
