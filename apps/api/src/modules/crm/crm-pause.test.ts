import pg from 'pg'
import { startFakePipedrive } from 'tools/fake-pipedrive'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leadInput, startApp } from '../../../test/harness.ts'
import { attempt } from './attempt.ts'
import { pipedrive } from './pipedrive.ts'
import { startCrmWorker } from './worker.ts'

const { app, config, db, makeStaff } = await startApp({ PIPEDRIVE_API_TOKEN: 'known-token' })
const crm = await startFakePipedrive()
const { cookie } = await makeStaff()
// Each worker is a process of its own: it shares nothing with the others but the database.
const pools = [1, 2].map(() => new pg.Pool({ connectionString: config.databaseUrl, max: 5 }))
for (const pool of pools) pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
afterAll(async () => {
  await crm.close()
  await Promise.all(pools.map((pool) => pool.end()))
})

const settings = { url: crm.url, token: crm.token, timeoutMs: 300 }
const log = { info: () => {}, warn: () => {} }
const stops: (() => Promise<void>)[] = []
const work = () => {
  for (const pool of pools) stops.push(startCrmWorker(pool, { crm: settings, log, tickMs: 20, probeMs: 20 }))
}

const call = async (method: 'GET' | 'POST', path = '') =>
  (await app.inject({ method, url: `/api/admin/crm${path}`, headers: { cookie } })).json()
const postLead = async (n = 0): Promise<string> =>
  (await app.inject({ method: 'POST', url: '/api/leads', payload: leadInput({ email: `n${n}@example.com` }) })).json()
    .id
const waiting = async (): Promise<number> => (await call('GET')).waiting
const audit = async () =>
  (await db.query('select action, actor from record_change order by created_at, id')).rows.map(
    ({ action, actor }) => `${action} by ${actor}`,
  )

/** Resolves when every worker has polled several more times, with the number of times that one queued records. */
async function workersLook(): Promise<number> {
  const watches = pools.map((pool) => vi.spyOn(pool, 'query'))
  const queries = (watch: (typeof watches)[number], words: string) =>
    watch.mock.calls.filter(([text]) => typeof text === 'string' && text.includes(words)).length
  await vi.waitFor(
    () => expect(Math.min(...watches.map((watch) => queries(watch, 'as "byRest"')))).toBeGreaterThan(3),
    30_000,
  )
  const moves = watches.reduce((sum, watch) => sum + queries(watch, 'add_job'), 0)
  for (const watch of watches) watch.mockRestore()
  return moves
}

/** Resolves when no job is at work any more. */
const jobsRest = () =>
  vi.waitFor(async () => {
    const { rows } = await db.query('select 1 from graphile_worker._private_jobs where locked_at is not null')
    expect(rows).toEqual([])
  }, 30_000)

beforeEach(async () => {
  crm.clear()
  await db.query('truncate lead, record_change, message, inbox_item')
  await db.query(`update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null,
                                       not_before = null, staff_paused_at = null, staff_paused_by = null`)
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await db.query('delete from graphile_worker._private_jobs')
})

describe('pauseCrm', () => {
  test('200 and no worker syncs anything until it is resumed; nothing is lost or doubled', async () => {
    crm.delayMs = 10
    for (let n = 0; n < 25; n += 1) await postLead(n)
    work()
    await vi.waitFor(() => expect(crm.stored.leads.length).toBeGreaterThan(2), 30_000)
    expect(await call('POST', '/pause')).toMatchObject({
      state: 'paused',
      pausedBy: 'staff',
      pausedByName: 'Staff owner',
      pausedSince: expect.any(String),
      pausedReason: null,
    })
    await workersLook()
    await jobsRest()
    const calls = crm.calls.length
    const left = await waiting()
    expect(left).toBeGreaterThan(0)
    await postLead(25)
    await workersLook()
    expect(crm.calls).toHaveLength(calls)
    expect(await waiting()).toBe(left + 1)

    expect(await call('POST', '/resume')).toMatchObject({ state: 'working', pausedBy: 'nobody', pausedSince: null })
    await vi.waitFor(async () => expect(await waiting()).toBe(0), 30_000)
    expect(crm.stored.leads).toHaveLength(26)
  }, 60_000)

  test('200 holds for workers that start later, and for a job that is at hand already', async () => {
    await call('POST', '/pause')
    const id = await postLead()
    expect(await attempt(pools[0]!, pipedrive(settings), { kind: 'lead', id })).toBe('paused')
    work()
    expect(await workersLook()).toBe(0)
    expect(crm.calls).toEqual([])
  })

  test('200 twice is one entry with the name of who was first', async () => {
    await call('POST', '/pause')
    await call('POST', '/pause')
    expect(await audit()).toEqual(['crm_pause by Staff owner'])
  })
})

describe('resumeCrm', () => {
  test('200 asks a CRM that refused us again at once', async () => {
    crm.setMood('unknown-token')
    const probes = () => crm.calls.filter((one) => one.endsWith('/users/me')).length
    await postLead()
    work()
    await vi.waitFor(async () => expect(await call('GET')).toMatchObject({ pausedBy: 'credentials' }), 30_000)

    // Staff want quiet: even the question whether the token is good again stops, and a good answer would lift nothing.
    expect(await call('POST', '/pause')).toMatchObject({
      pausedBy: 'staff',
      pausedReason: 'The CRM refuses our token.',
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

  test('200 and no entry when it runs already', async () => {
    expect(await call('POST', '/resume')).toMatchObject({ state: 'working' })
    expect(await audit()).toEqual([])
  })
})
