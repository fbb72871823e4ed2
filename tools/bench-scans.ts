import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { LeadLoad } from './load/lead-load.ts'
import { table } from './load/table.ts'
import { answers, built, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'

// A mailing has dropped: its codes are scanned while visitors send forms. How long a scan waits, and whether each is counted.
const rounds = Number(process.env.BENCH_ROUNDS || 3)
const seconds = Number(process.env.BENCH_SECONDS || 20)
const scansPerSecond = 1_000
const leadsPerSecond = 60
const p99LimitMs = 50
const links = 50

interface Scanned {
  led: number
  failed: number
  perSecond: number
  p50: number
  p99: number
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-scans-'))
const database = await startPostgres({ dataDir: path.join(folder, 'postgres'), throwaway: true })
const port = await freePort()
const environment = { ...productEnvironment(database.url, port), CAMPAIGNS_DIR: path.join(folder, 'campaigns') }
await migrate(environment)
const client = new pg.Client({ connectionString: database.url() })
await client.connect()
const { rows: made } = await client.query<{ code: string }>(
  `insert into campaign_link (id, code, target, label, campaign)
   select gen_random_uuid(), 'bench' || i, '/print', 'Piece ' || i, 'Spring' from generate_series(1, $1) i
   returning code`,
  [links],
)
const codes = made.map(({ code }) => code)
const api = spawnNode(built.server, environment, 'ignore')

async function scan(perSecond: number, forSeconds: number): Promise<Scanned> {
  const script = path.join(import.meta.dirname, 'load/scans.ts')
  const args = [script, `http://127.0.0.1:${port}`, String(perSecond), String(forSeconds), ...codes]
  const caller = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(caller.stdout), once(caller, 'close')])
  // What scans.ts prints.
  return JSON.parse(output) as Scanned
}

async function counted(): Promise<number> {
  const { rows } = await client.query<{ scans: number }>(
    'select coalesce(sum(people), 0)::int as scans from campaign_scan_day',
  )
  return rows[0]?.scans ?? 0
}

/** Scans are added once a second. */
async function untilCounted(expected: number): Promise<number> {
  for (let second = 0; second < 10 && (await counted()) < expected; second += 1) await sleep(1_000)
  return counted()
}

const load = new LeadLoad(port, path.join(folder, 'journal'))
const enough = new AbortController()
try {
  if (!(await answers(`http://127.0.0.1:${port}/readyz`, 15_000))) throw new Error('The API did not become ready')
  let total = (await scan(scansPerSecond / 4, 5)).led
  const leads = load.send(leadsPerSecond, enough.signal)
  const results = []
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}: ${scansPerSecond} scans and ${leadsPerSecond} leads a second, ${seconds} s`)
    const { led, failed, perSecond, p50, p99 } = await scan(scansPerSecond, seconds)
    total += led
    const isFine = failed === 0 && p99 <= p99LimitMs
    results.push({ round, scans: led, failed, 'a second': perSecond, 'p50 ms': p50, 'p99 ms': p99, isFine })
  }
  enough.abort()
  await leads
  const stored = await untilCounted(total)
  const isFine = results.every((one) => one.isFine) && stored === total
  const rows = results.map(({ isFine: fine, ...row }) => ({ ...row, verdict: fine ? 'passed' : 'FAILED' }))
  console.log(`\n${table(rows)}\n\n${stored} of ${total} scans are counted: ${isFine ? 'passed' : 'FAILED'}\n`)
  if (!isFine) process.exitCode = 1
} finally {
  enough.abort()
  await load.end()
  await client.end()
  api.kill('SIGTERM')
  if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
