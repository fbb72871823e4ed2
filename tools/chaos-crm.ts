import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { startFakePipedrive } from './fake-pipedrive/index.ts'
import { killTree } from './load/processes.ts'
import { table } from './load/table.ts'
import { built, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'
import { type Supervised, supervise } from './product/supervisor.ts'

// Checks that every stored record reaches the CRM exactly once although workers are killed in the middle of their jobs.
const records = Number(process.env.CHAOS_RECORDS || 1_000)
const sampleRequests = Number(process.env.CHAOS_SAMPLE_REQUESTS || records / 2)
const killEveryMs = Number(process.env.CHAOS_KILL_EVERY_MS || 4_000)
const limitMs = 300_000

const folder = mkdtempSync(path.join(tmpdir(), 'chaos-crm-'))
const database = await startPostgres({ dataDir: path.join(folder, 'postgres') })
const crm = await startFakePipedrive()
crm.delayMs = 5
const environment = {
  ...productEnvironment(database.url, await freePort()),
  PIPEDRIVE_API_URL: crm.url,
  PIPEDRIVE_API_TOKEN: crm.token,
}
await migrate(environment)
const db = new pg.Client({ connectionString: database.url() })
await db.connect()
await db.query(
  `insert into lead (id, first_name, last_name, email, company, message, lead_source, source)
   select gen_random_uuid(), 'Dana', 'Example', 'lead' || n % ($1::int * 2 / 3) || '@example.com',
          case when n % 2 = 0 then 'Company ' || n % 50 end, case when n % 3 = 0 then 'Hello' end,
          'Product Website', 'Main Website'
     from generate_series(1, $1::int) as n`,
  [records],
)
// Some of them from people who also request a demo.
await db.query(
  `insert into sample_request (id, first_name, last_name, email, company, address_line1, city, state, zip, sample_type)
   select gen_random_uuid(), 'Dana', 'Example', 'lead' || n * 2 || '@example.com',
          case when n % 2 = 0 then 'Company ' || n % 50 end, '12 Example Street', 'Cambridge', 'MA', '02138', 'both'
     from generate_series(1, $1::int) as n`,
  [sampleRequests],
)

const startWorker = (name: string): Supervised => supervise(name, () => spawnNode(built.worker, environment, 'ignore'))
const workers = [startWorker('Worker 1'), startWorker('Worker 2')]
const waiting = async () => {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from lead where status <> 'synced')::int
            + (select count(*) from sample_request where crm_status <> 'synced')::int as count`,
  )
  return rows[0]?.count ?? Number.NaN
}

say(`${records} leads, ${sampleRequests} sample requests, two workers, one killed every ${killEveryMs / 1000} s`)
const begun = Date.now()
let kills = 0
while ((await waiting()) > 0 && Date.now() - begun < limitMs) {
  await sleep(killEveryMs)
  killTree(workers[kills % 2]?.pid() ?? 0)
  kills += 1
}
const seconds = Math.round((Date.now() - begun) / 1000)
const left = await waiting()
await Promise.all(workers.map((worker) => worker.stop()))

const twice = (values: unknown[]) => values.length - new Set(values).size
const { leads, deals, persons, organizations, notes } = crm.stored
const everyone = '(select email, company from lead union all select email, company from sample_request) as everyone'
const rows = [
  { remote: 'leads', made: leads.length, wanted: records, twice: twice(leads.map(({ title }) => title)) },
  { remote: 'deals', made: deals.length, wanted: sampleRequests, twice: twice(deals.map(({ title }) => title)) },
  ...(await Promise.all(
    [
      { remote: 'persons', stored: persons, name: 'count(distinct email)' },
      { remote: 'organizations', stored: organizations, name: 'count(distinct company)' },
    ].map(async ({ remote, stored, name }) => {
      const { rows: wanted } = await db.query<{ count: number }>(`select ${name}::int as count from ${everyone}`)
      const names = stored.map((one) => JSON.stringify(one['emails'] ?? one['name']))
      return { remote, made: stored.length, wanted: wanted[0]?.count ?? 0, twice: twice(names) }
    }),
  )),
  {
    remote: 'notes',
    made: notes.length,
    wanted: records + sampleRequests,
    twice: twice(notes.map((note) => note['lead_id'] ?? note['deal_id'])),
  },
].map((row) => ({ ...row, verdict: row.made === row.wanted && row.twice === 0 ? 'passed' : 'FAILED' }))
console.log(`\n${kills} kills in ${seconds} s, ${left} records left\n\n${table(rows)}\n`)
if (left > 0 || rows.some(({ verdict }) => verdict !== 'passed')) process.exitCode = 1

await db.end()
await crm.close()
await database.stop()
rmSync(folder, { recursive: true, force: true })
