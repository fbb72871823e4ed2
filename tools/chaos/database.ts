import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { killTree, signalTree } from '../load/processes.ts'
import { answers, migrate, productEnvironment, servingUser } from '../product/index.ts'
import type { Crowd } from './crowd.ts'
import type { Fault } from './fault.ts'
import type { Findings } from './findings.ts'
import { readyLimitMs, type Stage } from './stage.ts'

const awaySeconds = Number(process.env.CHAOS_AWAY_SECONDS || 30)

const pidsOf = (stage: Stage) => String(stage.instances.map(({ process: own }) => own.pid()))

/** Every write had an answer in time, and none but 201 or 503. */
async function answeredInTime(findings: Findings, crowd: Crowd): Promise<void> {
  const { 0: silent = 0, 201: stored = 0, 503: refused = 0, ...others } = await crowd.statuses()
  findings.failUnless(silent === 0, `${silent} writes had no answer within 5 s`)
  findings.failUnless(Object.keys(others).length === 0, `writes were answered ${JSON.stringify(others)}`)
  findings.figure(`${stored} times 201, ${refused} times 503`)
}

const statusOf = async (url: string): Promise<number> =>
  (await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined))?.status ?? 0

export const databaseFaults: Fault[] = [
  {
    id: 'R05',
    name: `PostgreSQL down for ${awaySeconds} s`,
    underLoad: true,
    async strike(stage, findings) {
      const [{ url } = { url: '' }] = stage.instances
      const pids = pidsOf(stage)
      await sleep(1500)
      await stage.database.stop()
      const refusal = await fetch(`${url}/api/pricing/products`)
      findings.failUnless(
        refusal.status === 503 && refusal.headers.has('retry-after'),
        'an outage is not a 503 with Retry-After',
      )
      findings.failUnless((await statusOf(`${url}/readyz`)) === 503, 'readiness is not 503')
      findings.failUnless((await statusOf(`${url}/healthz`)) === 200, 'liveness is not 200')
      await sleep(awaySeconds * 1000)
      await stage.startDatabase()
      const back = await stage.untilReady()
      findings.failUnless(back <= 3000, `ready only ${back} ms after the database`)
      findings.failUnless(pidsOf(stage) === pids, 'an instance ended although only its database was down')
      findings.figure(`ready ${back} ms after the database`)
      await sleep(1500)
    },
  },
  {
    id: 'R06',
    name: 'PostgreSQL killed, restarted at once',
    underLoad: true,
    async strike(stage, findings, crowd) {
      const pids = pidsOf(stage)
      await sleep(2000)
      const since = Date.now()
      killTree(stage.database.pid)
      // Gives up the folder; the server is gone.
      await stage.database.stop()
      await stage.startDatabase()
      await stage.untilReady()
      findings.figure(`down for ${Date.now() - since} ms`)
      await sleep(2000)
      findings.failUnless(pidsOf(stage) === pids, 'an instance ended although only its database was killed')
      await answeredInTime(findings, crowd)
    },
  },
  {
    id: 'R07',
    name: 'PostgreSQL hangs for 12 s (SIGSTOP)',
    underLoad: true,
    async strike(stage, findings, crowd) {
      const [{ url } = { url: '' }] = stage.instances
      const pids = pidsOf(stage)
      await sleep(1500)
      signalTree(stage.database.pid, 'SIGSTOP')
      await sleep(6000)
      findings.failUnless((await statusOf(`${url}/healthz`)) === 200, 'liveness is not 200')
      findings.failUnless((await statusOf(`${url}/readyz`)) === 503, 'readiness is not 503')
      await sleep(6000)
      signalTree(stage.database.pid, 'SIGCONT')
      const back = await stage.untilReady()
      findings.failUnless(back <= 3000, `ready only ${back} ms after the database`)
      findings.figure(`ready ${back} ms after the database`)
      await sleep(6000)
      findings.failUnless(pidsOf(stage) === pids, 'an instance ended although only its database hung')
      await answeredInTime(findings, crowd)
    },
  },
  {
    id: 'R08',
    name: 'every connection waits for a lock, 8 s',
    underLoad: true,
    async strike(stage, findings, crowd) {
      const [{ url } = { url: '' }] = stage.instances
      await sleep(1500)
      const client = new pg.Client({ connectionString: stage.database.url() })
      await client.connect()
      await client.query('begin')
      await client.query('lock table lead in access exclusive mode')
      await sleep(4000)
      findings.failUnless((await statusOf(`${url}/healthz`)) === 200, 'liveness is not 200')
      findings.failUnless((await statusOf(`${url}/`)) === 200, 'pages are not served')
      await sleep(4000)
      await client.query('rollback')
      await client.end()
      await sleep(6000)
      await answeredInTime(findings, crowd)
    },
  },
  {
    id: 'R09',
    name: 'PostgreSQL out of connections for 5 s',
    underLoad: true,
    async strike(stage, findings, crowd) {
      await sleep(1500)
      const clients: pg.Client[] = []
      const takeAll = async () => {
        for (let refused = false; !refused;) {
          const client = new pg.Client({ connectionString: stage.database.url() })
          client.on('error', () => {})
          refused = await client.connect().then(
            () => false,
            () => true,
          )
          if (!refused) clients.push(client)
        }
      }
      await takeAll()
      // The instances lose theirs, and others are quicker to take the places.
      await clients[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'direct-mail%'`,
      )
      for (let round = 0; round < 20; round += 1) await takeAll()
      findings.figure(`${clients.length} connections of others`)
      await sleep(5000)
      await Promise.all(clients.map((client) => client.end()))
      await stage.untilReady()
      await sleep(1500)
      await answeredInTime(findings, crowd)
    },
  },
  { id: 'R10', name: 'the disk of PostgreSQL is full', underLoad: false, strike: fullDisk },
  {
    id: 'R35',
    name: 'three instances migrate one empty database at once',
    underLoad: false,
    async strike(stage, findings) {
      await stage.query('create database twice')
      const environment = productEnvironment(stage.database.url, 1, 'twice')
      const results = await Promise.allSettled([1, 2, 3].map(() => migrate(environment)))
      const failed = results.filter(({ status }) => status === 'rejected').length
      findings.failUnless(failed === 0, `${failed} migrations failed`)
      await stage.query('drop database twice with (force)')
    },
  },
]

/** A database of its own on a small file system in memory, filled up under an instance of its own. */
async function fullDisk(stage: Stage, findings: Findings): Promise<void> {
  const folder = path.join(stage.folder, 'small-disk')
  mkdirSync(folder)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m,mode=0777', 'tmpfs', folder]).status !== 0)
    return findings.figure('not injected: mounting needs root')
  const database = await startPostgres({ dataDir: path.join(folder, 'postgres'), port: await freePort() })
  try {
    await migrate(productEnvironment(database.url, 1))
    const instance = await stage.startInstance({
      DATABASE_URL: database.url('postgres', servingUser),
      RUN_WORKER: 'false',
    })
    try {
      if (!(await answers(`${instance.url}/readyz`, readyLimitMs))) throw new Error('No instance on the small disk')
      const filler = path.join(folder, 'filler')
      fill(filler)
      const statuses = new Set<number>()
      for (let sent = 0; sent < 300; sent += 1) statuses.add(await postLead(instance.url, sent))
      findings.failUnless(statuses.has(503), 'no write failed although the disk is full')
      findings.failUnless(
        [...statuses].every((one) => one === 201 || one === 503),
        `writes were answered ${[...statuses].join()}`,
      )
      findings.failUnless((await statusOf(`${instance.url}/api/pricing/products`)) === 200, 'reads are not served')
      rmSync(filler)
      let again = 0
      for (let attempt = 0; again !== 201 && attempt < 50; attempt += 1) {
        again = await postLead(instance.url, 1000 + attempt)
        if (again !== 201) await sleep(200)
      }
      findings.failUnless(again === 201, 'writes still fail once there is room')
      findings.figure(`writes were answered ${[...statuses].join(' and ')}`)
    } finally {
      await instance.process.stop()
    }
  } finally {
    await database.stop()
    spawnSync('umount', [folder])
  }
}

function fill(file: string): void {
  const block = Buffer.alloc(1 << 20)
  for (const size of [block.length, 4096]) {
    try {
      for (;;) writeFileSync(file, block.subarray(0, size), { flag: 'a' })
    } catch {
      // Full: smaller pieces may still fit.
    }
  }
}

async function postLead(url: string, number: number): Promise<number> {
  const lead = { firstName: 'Dana', lastName: 'Example', email: `d${number}@example.com`, leadSource: 'A', source: 'B' }
  const answer = await fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...lead, message: 'x'.repeat(4000) }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  return answer?.status ?? 0
}
