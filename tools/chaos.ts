import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { startFakePipedrive } from './fake-pipedrive/index.ts'
import { LeadLoad, isAcknowledged } from './load/lead-load.ts'
import { killTree } from './load/processes.ts'
import { table } from './load/table.ts'
import { answers, built, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'
import { type Supervised, supervise } from './product/supervisor.ts'

// An acknowledged lead exists exactly once, whatever dies. Each fault happens under load and is then checked.
const leadsPerSecond = 200
const awaySeconds = Number(process.env.CHAOS_AWAY_SECONDS || 30)
const readyLimitMs = 15_000

const folder = mkdtempSync(path.join(tmpdir(), 'chaos-'))
const port = await freePort()
const databasePort = await freePort()
const readyUrl = `http://127.0.0.1:${port}/readyz`

const crm = await startFakePipedrive()

let database: EmbeddedPostgres
let api: Supervised

const startDatabase = async () => {
  database = await startPostgres({ dataDir: path.join(folder, 'postgres'), port: databasePort })
}
const startApi = () => {
  // The worker runs inside, as with npm start: what befalls the database must not end the process through it.
  const environment = {
    ...productEnvironment(database.url(), port),
    RUN_WORKER: 'true',
    PIPEDRIVE_API_URL: crm.url,
    PIPEDRIVE_API_TOKEN: crm.token,
  }
  api = supervise('The API', () => spawnNode(built.server, environment, 'ignore'))
}
const killApi = () => killTree(api.pid() ?? 0)

/** Down times in milliseconds, from the kill to the first good answer. */
async function untilReady(): Promise<number> {
  const killedAt = Date.now()
  // The killed process must be gone before its successor's answers count.
  await sleep(50)
  if (!(await answers(readyUrl, readyLimitMs))) throw new Error('The product did not come back')
  return Date.now() - killedAt
}

interface Fault {
  name: string
  /** Answers with the longest time for which the product was down. */
  strike: () => Promise<number>
}

const faults: Fault[] = [
  {
    name: 'none',
    async strike() {
      await sleep(6000)
      return 0
    },
  },
  {
    name: 'API killed 5 times, restarted',
    async strike() {
      const downs: number[] = []
      for (let kill = 0; kill < 5; kill += 1) {
        await sleep(1500)
        killApi()
        downs.push(await untilReady())
      }
      return Math.max(...downs)
    },
  },
  {
    name: 'database killed, restarted',
    async strike() {
      await sleep(3000)
      killTree(database.pid)
      const killedAt = Date.now()
      await startDatabase()
      await untilReady()
      const down = Date.now() - killedAt
      await sleep(3000)
      return down
    },
  },
  {
    name: `database away for ${awaySeconds} s`,
    async strike() {
      await sleep(2000)
      const pid = api.pid()
      await database.stop()
      const refusal = await fetch(`http://127.0.0.1:${port}/api/pricing/products`)
      if (refusal.status !== 503 || !refusal.headers.get('retry-after')) throw new Error('An outage is not told as one')
      await sleep(awaySeconds * 1000)
      await startDatabase()
      // Counted from its return: the time away is not ours.
      const down = await untilReady()
      if (api.pid() !== pid) throw new Error('The API ended although only its database was away')
      await sleep(3000)
      return down
    },
  },
  {
    name: 'everything killed, started',
    async strike() {
      await sleep(4000)
      const killedAt = Date.now()
      killTree(database.pid)
      killApi()
      await api.stop()
      await startDatabase()
      startApi()
      await untilReady()
      const down = Date.now() - killedAt
      await sleep(3000)
      return down
    },
  },
]

async function suffer({ name, strike }: Fault, index: number) {
  say(`Fault: ${name}`)
  const load = new LeadLoad(port, path.join(folder, `journal-${index}`))
  const enough = new AbortController()
  const sending = load.send(leadsPerSecond, enough.signal)
  const down = await strike()
  enough.abort()
  await sending

  const lines = await load.journal()
  const acknowledged = lines.filter(isAcknowledged).map(({ key }) => key)
  const beforeRepeat = await countRows()
  const repeated = await load.repeatUnanswered()
  const afterRepeat = await countRows()
  await load.end()

  const keys = lines.map(({ key }) => key)
  const lost = [...acknowledged.filter((key) => !beforeRepeat.has(key)), ...keys.filter((key) => !afterRepeat.has(key))]
  const doubled = keys.filter((key) => (afterRepeat.get(key) ?? 0) > 1)
  return {
    fault: name,
    sent: keys.length,
    acknowledged: acknowledged.length,
    repeated,
    lost: new Set(lost).size,
    doubled: doubled.length,
    'down ms': down,
    verdict: lost.length + doubled.length === 0 && acknowledged.length > 0 ? 'holds' : 'BROKEN',
  }
}

/** Rows of each key. The e-mail address carries the key too, so a row without its key would still be counted. */
async function countRows(): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: database.url() })
  await client.connect()
  const { rows } = await client.query<{ key: string; count: number }>(
    `select split_part(email, '@', 1) as key, count(*)::int as count from lead group by 1`,
  )
  await client.end()
  return new Map(rows.map(({ key, count }) => [key, count]))
}

try {
  await startDatabase()
  await migrate(productEnvironment(database!.url(), port))
  startApi()
  if (!(await answers(readyUrl, readyLimitMs))) throw new Error('The API did not become ready')
  const results = []
  for (const [index, fault] of faults.entries()) results.push(await suffer(fault, index))
  console.log(`\n${table(results)}\n`)
  if (results.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1
} finally {
  await api!.stop()
  await database!.stop()
  await crm.close()
  rmSync(folder, { recursive: true, force: true })
}
