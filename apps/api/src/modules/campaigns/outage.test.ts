import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { privateDatabase } from '../../../test/harness.ts'
import { campaignLinks } from './known-links.ts'
import { scanCounts } from './scan-counts.ts'
import { scanFiles, writeWhole } from './scan-files.ts'

const database = await privateDatabase()
const { db } = database
const pool = new pg.Pool({ connectionString: database.url, max: 2 })
const folder = await mkdtemp(path.join(tmpdir(), 'campaigns-'))

afterAll(async () => {
  await pool.end()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => db.query('truncate campaign_link, campaign_scan_day, campaign_scan_batch'))

const day = '2026-11-20'
const now = () => new Date(`${day}T17:00:00Z`)
const files = () => scanFiles(folder, { isAbandoned: async () => true })
const waiting = async () => (await readdir(folder)).filter((name) => name.startsWith('scans-'))
const counted = async () =>
  (await db.query('select code, day::text, people::int, bots::int from campaign_scan_day order by code')).rows

/** A database that is down while `isAway`, or that runs a statement and then loses the response. */
function flaky() {
  const state = { isAway: false, losesAnswers: false }
  const failures: unknown[] = []
  const moved: object[] = []
  const query = async (...given: [pg.QueryConfig]) => {
    const answer = await pool.query(...given)
    if (state.losesAnswers) throw new Error('the connection was lost')
    return answer
  }
  const getPool = async () => {
    if (state.isAway) throw new Error('the database is away')
    const through: Pick<pg.Pool, 'query'> = Object.assign(Object.create(pool), { query })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It has the pool as its prototype.
    return through as pg.Pool
  }
  const settings = {
    getPool,
    files: files(),
    movePieces: async (scans: readonly object[]) => void moved.push(...scans),
    timeZone: 'America/New_York',
    onFailure: (error: unknown) => failures.push(error),
    now,
  }
  return { state, failures, moved, settings: { ...settings, flushMs: 3_600_000 } }
}

test('scans are stored together, and the count equals the scans', async () => {
  const { settings } = flaky()
  const scans = scanCounts(settings)
  for (let times = 0; times < 1_000; times += 1) scans.note(times % 2 ? 'a' : 'b', times % 10 === 0)
  await scans.flush()
  for (let times = 0; times < 10; times += 1) scans.note('a', false)
  await scans.close()
  expect(await counted()).toEqual([
    { code: 'a', day, people: 510, bots: 0 },
    { code: 'b', day, people: 400, bots: 100 },
  ])
  expect(await waiting()).toEqual([])
})

test(
  'scans are kept in files while the database is down, and added once when it is back',
  { tags: ['R60'] },
  async () => {
    const { state, failures, moved, settings } = flaky()
    const scans = scanCounts(settings)
    state.isAway = true
    for (let second = 0; second < 5; second += 1) {
      scans.note('a', false)
      scans.notePiece('token')
      scans.notePiece(`token of second ${second}`)
      await scans.flush()
    }
    expect(failures.length).toBeGreaterThan(0)
    // One batch that was sent, and one that has grown since, not one per second.
    const names = await waiting()
    expect(names).toHaveLength(2)
    // They have the tokens of tracking pages.
    for (const name of names) expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
    state.isAway = false
    await scans.flush()
    expect(await counted()).toEqual([{ code: 'a', day, people: 5, bots: 0 }])
    expect(await waiting()).toEqual([])
    // Once per batch.
    expect(moved.filter((one) => 'token' in one && one.token === 'token')).toHaveLength(2)
    expect(moved).toContainEqual({ token: 'token of second 4', at: now().toISOString() })
    await scans.close()
  },
)

test('a batch whose response was lost is added only once', { tags: ['R60'] }, async () => {
  const { state, moved, settings } = flaky()
  const scans = scanCounts(settings)
  state.losesAnswers = true
  scans.note('a', false)
  scans.notePiece('token')
  await scans.flush()
  scans.note('a', false)
  await scans.flush()
  state.losesAnswers = false
  await scans.close()
  expect(await counted()).toEqual([{ code: 'a', day, people: 2, bots: 0 }])
  expect(moved).toHaveLength(1)
})

test('batches that a process left behind are added once by another process', { tags: ['R60'] }, async () => {
  const first = flaky()
  const before = scanCounts(first.settings)
  first.state.isAway = true
  before.note('a', false)
  await before.close()
  expect(await waiting()).toHaveLength(1)
  // Both processes find the file.
  const instances = [scanCounts(flaky().settings), scanCounts(flaky().settings)]
  await expect.poll(counted, { timeout: 10_000 }).toEqual([{ code: 'a', day, people: 1, bots: 0 }])
  for (const instance of instances) await instance.close()
  expect(await counted()).toEqual([{ code: 'a', day, people: 1, bots: 0 }])
  expect(await waiting()).toEqual([])
})

test('a damaged file is set aside, and the others are added', { tags: ['R60'] }, async () => {
  const { state, failures, settings } = flaky()
  const before = scanCounts(settings)
  state.isAway = true
  before.note('a', false)
  await before.close()
  const damaged = 'scans-00000000-0000-0000-0000-000000000000.json'
  await writeFile(path.join(folder, damaged), '')
  await expect(files().left([])).rejects.toThrow('JSON')
  expect(await waiting()).toContain(`${damaged}.damaged`)
  const after = scanCounts(flaky().settings)
  await expect.poll(counted, { timeout: 10_000 }).toEqual([{ code: 'a', day, people: 1, bots: 0 }])
  await after.close()
  expect(failures).toHaveLength(1)
})

test('links work without the database, even after a start', { tags: ['R60'] }, async () => {
  await db.query(
    `insert into campaign_link (id, code, target, label, campaign) values (gen_random_uuid(), 'known', '/', 'A', 'Spring')`,
  )
  const { state, failures, settings } = flaky()
  const given = { getPool: settings.getPool, folder, onFailure: settings.onFailure, longestWaitMs: 1 }
  const known = { code: 'known', target: '/', campaign: 'Spring', isEnded: false }
  const links = campaignLinks(given)
  await links.refresh()
  expect(await links.find('known')).toEqual(known)
  state.isAway = true
  expect(await links.find('known')).toEqual(known)
  const restarted = campaignLinks(given)
  expect(await restarted.find('known')).toEqual(known)
  expect(await restarted.find('other')).toBeUndefined()
  expect(failures.length).toBeGreaterThan(0)
  // The machine stopped while the file was written.
  await writeFile(path.join(folder, 'links.json'), '[{"code":"kno')
  state.isAway = false
  failures.length = 0
  expect(await campaignLinks({ ...given, longestWaitMs: 5_000 }).find('known')).toEqual(known)
  expect(failures).toEqual([expect.any(SyntaxError)])
})

test('a link that was changed before the clock was set back does not hide later ones', { tags: ['R42'] }, async () => {
  const add = (code: string, changedAt: string) =>
    db.query(
      `insert into campaign_link (id, code, target, label, campaign, changed_at)
       values (gen_random_uuid(), $1, '/', 'A', 'Spring', now() + $2::interval)`,
      [code, changedAt],
    )
  const { settings } = flaky()
  const links = campaignLinks({ getPool: settings.getPool, folder, onFailure: settings.onFailure, freshMs: 0 })
  await add('ahead', '2 days')
  await links.refresh()
  await add('new', '0')
  await links.refresh()
  expect([(await links.find('ahead'))?.code, (await links.find('new'))?.code]).toEqual(['ahead', 'new'])
})

// In containers that share the folder, all instances have the same process ID.
test('links that several instances write at the same time are complete', { tags: ['R60'] }, async () => {
  const links = path.join(folder, 'links.json')
  const contents = Array.from({ length: 20 }, (_, size) => ['x'.repeat(size * 50_000)])
  await Promise.all(contents.map((content) => writeWhole(links, content)))
  expect(contents).toContainEqual(JSON.parse(await readFile(links, 'utf8')))
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
