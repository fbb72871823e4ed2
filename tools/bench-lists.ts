import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { staffReader } from './load/staff-reader.ts'
import { storeManyLeads } from './load/many-leads.ts'
import { median, quantile } from './load/quantile.ts'
import { untilCounted } from './load/until-counted.ts'
import { table } from './load/table.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'

// What a list of 50 and the dashboard's figures cost with many leads, compared with few. The sides alternate within one
// run, so that other load on the machine affects both alike.
const few = 10_000
const many = Number(process.env.BENCH_LEADS || 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS || 60)
const ratioLimit = 1.3
const listLimitMs = 300
const panelLimitMs = 200
const statsLimitMs = 50
/** A difference below this is noise, whatever the ratio. */
const noiseMs = 1
/** A person or a day has more of these where there are more leads, so their ratio says nothing. */
const growing = /owner=me|due/

const folder = mkdtempSync(path.join(tmpdir(), 'bench-lists-'))
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), throwaway: true })
const agent = new Agent({ keepAlive: true })
const staff = { FIRST_STAFF_EMAIL: 'owner@example.com', FIRST_STAFF_PASSWORD: 'known to everybody who reads this' }

/** Starts a separate product with this many leads. */
async function open(leads: number) {
  const name = `leads_${leads}`
  const admin = new pg.Client({ connectionString: postgres.url() })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const port = await freePort()
  const environment = { ...productEnvironment(postgres.url, port, name), ...staff }
  await migrate(environment)
  await ensureFirstStaff(environment)
  const begun = Date.now()
  await storeManyLeads(postgres.url(name), leads, { worked: true })
  say(`Stored ${leads} leads in ${Math.round((Date.now() - begun) / 1000)} s`)
  const api = spawnNode(built.server, environment, 'ignore')
  if (!(await answers(`http://127.0.0.1:${port}/readyz`, 15_000))) throw new Error('The API did not become ready')
  await untilCounted(postgres.url(name))
  return {
    api,
    read: await staffReader(agent, port, staff.FIRST_STAFF_EMAIL, staff.FIRST_STAFF_PASSWORD),
    lead: await workedLead(postgres.url(name)),
  }
}

/** The id of a lead on which a team has worked. */
async function workedLead(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>("select id from lead where stage = 'contacted' limit 1")
  await client.end()
  return rows[0]?.id ?? ''
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const lists = [
  '',
  'status=sync_failed',
  'industry=retail',
  'industry=mortgage&volume=over-100000&status=synced',
  'source=Mortgage%20Page',
  `from=${day(40)}&to=${day(10)}`,
  `from=${day(400)}&to=${day(380)}&industry=retail`,
  'q=dana',
  // One person: the first twelve characters of the email of lead 4,321.
  `q=${createHash('md5').update('4321').digest('hex').slice(0, 12)}`,
  'q=nobody%20at%20all',
  'q=company&status=new',
  'q=company%20dana',
  // Nothing contains it, and most companies are spelled similarly.
  'q=compnay',
  'converted=true',
  'converted=false&industry=retail',
  'order=name',
  'order=company-reversed',
  'order=status',
  'order=name&status=sync_failed',
  'order=company&industry=mortgage&volume=over-100000&status=synced',
  `order=name&from=${day(40)}&to=${day(10)}`,
  'order=name&q=company',
  'owner=me',
  'owner=none',
  'owner=me,none&stage=new',
  'stage=contacted,qualified',
  'stage=lost&industries=retail,mortgage',
  'due=overdue',
  'due=today',
  'order=due',
].map((query) => `/api/admin/leads?limit=50${query && `&${query}`}`)

const sides = [await open(few), await open(many)]
try {
  // Page 101, reached by paging, on each side its own.
  const deep = (order: string) =>
    Promise.all(
      sides.map(async ({ read }) => {
        let next = `/api/admin/leads?limit=50&order=${order}`
        for (let page = 0; page < 100; page += 1) next = (await read(next)).next ?? next
        return next
      }),
    )
  const cases = [
    ...lists.map((url) => ({ name: decodeURIComponent(url.split('limit=50')[1] ?? '') || 'all', urls: [url, url] })),
    { name: 'page 101 of all', urls: await deep('newest') },
    { name: 'page 101 by name', urls: await deep('name') },
    ...['timeline', 'related'].map((part) => ({
      name: `${part} of a lead`,
      urls: sides.map(({ lead }) => `/api/admin/leads/${lead}/${part}`),
    })),
    ...['', '/stages', '/statuses', '/sources', '/trends', '/daily?days=30', '/daily?days=366'].map((path) => ({
      name: `statistics${path}`,
      urls: [`/api/admin/stats${path}`, `/api/admin/stats${path}`],
    })),
  ].map((one) => ({ ...one, measured: [[] as number[], [] as number[]] }))

  for (let round = -5; round < rounds; round += 1) {
    for (const { urls, measured } of cases) {
      for (const [side, { read }] of sides.entries()) {
        const { milliseconds } = await read(urls[side] ?? '')
        if (round >= 0) measured[side]?.push(milliseconds)
      }
    }
  }

  const rows = cases.map(({ name, measured: [small = [], large = []] }) => {
    const ratio = median(large) / median(small)
    const isStatistics = name.startsWith('statistics')
    const limitMs = isStatistics ? statsLimitMs : name.endsWith('of a lead') ? panelLimitMs : listLimitMs
    const p95 = quantile(large, 0.95)
    const isAsFast = ratio <= ratioLimit || median(large) - median(small) < noiseMs
    const holds = p95 <= limitMs && (isAsFast || isStatistics || growing.test(name))
    return {
      read: name,
      [`p50 ms of ${few}`]: median(small).toFixed(2),
      [`p50 ms of ${many}`]: median(large).toFixed(2),
      ratio: ratio.toFixed(2),
      [`p95 ms of ${many}`]: p95.toFixed(2),
      'p95 limit': limitMs,
      verdict: holds ? 'passed' : 'TOO SLOW',
    }
  })
  console.log(`\n${table(rows)}\n`)
  if (rows.some(({ verdict }) => verdict !== 'passed')) process.exitCode = 1
} finally {
  agent.destroy()
  for (const { api } of sides) {
    api.kill('SIGTERM')
    if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
  }
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
