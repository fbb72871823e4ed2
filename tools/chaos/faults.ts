import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { postcardBody } from '../bench/pieces.ts'
import { postJson } from '../product/post-json.ts'
import { until } from '../product/readiness.ts'
import { Crowd, leadOf } from './crowd.ts'
import type { Findings } from './findings.ts'
import { killDuringPieces } from './pieces.ts'
import type { Instance, Stage } from './stage.ts'

export interface Fault {
  /** Rows of the fault table in docs/security.md. */
  rows: string[]
  name: string
  /** The folder of the stage's database. By default next to its other files. */
  dataDir?: () => string | undefined
  strike: (stage: Stage, findings: Findings) => Promise<void>
}

const syncLimitMs = 120_000
const proofLimitMs = 120_000

async function statusAt(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

/** Kills a program and its whole process group, as a power failure would. */
const killGroup = (pid: number | undefined) => pid !== undefined && process.kill(-pid, 'SIGKILL')

async function killAndAwait({ url, process: own }: Instance): Promise<void> {
  const pid = own.pid()
  killGroup(pid)
  await until(() => own.pid() !== pid, 20_000)
  await until(async () => (await statusAt(`${url}/readyz`)) === 200, 30_000)
}

async function killApi(stage: Stage, findings: Findings): Promise<void> {
  const crowd = new Crowd(stage)
  const hanging = stage.instances[0]?.process.pid() ?? 0
  process.kill(hanging, 'SIGSTOP')
  await sleep(5000)
  process.kill(hanging, 'SIGCONT')
  for (const instance of stage.instances) {
    await sleep(1500)
    await killAndAwait(instance)
  }
  await sleep(1500)
  const since = performance.now()
  await Promise.all(stage.instances.map(killAndAwait))
  findings.figure(`all down for ${Math.round(performance.now() - since)} ms`)
  await sleep(1500)
  await crowd.settle(findings)
}

async function killDatabase(stage: Stage, findings: Findings): Promise<void> {
  const pids = () => stage.instances.map((one) => one.process.pid()).join()
  const before = pids()
  const crowd = new Crowd(stage)
  await sleep(1500)
  process.kill(stage.database.pid, 'SIGKILL')
  await sleep(4000)
  const url = stage.instances[0]?.url ?? ''
  findings.failUnless((await statusAt(`${url}/readyz`)) === 503, 'readiness is not 503 without the database')
  findings.failUnless((await statusAt(`${url}/healthz`)) === 200, 'liveness is not 200 without the database')
  const refusal = await fetch(`${url}/api/pricing/products`)
  findings.failUnless(
    refusal.status === 503 && refusal.headers.has('retry-after'),
    'an outage is no 503 with Retry-After',
  )
  // Releases the data folder; the server itself is dead.
  await stage.database.stop()
  await stage.startDatabase()
  const readyMs = await stage.untilReady()
  findings.failUnless(readyMs <= 3000, `ready only ${readyMs} ms after the database`)
  findings.failUnless(pids() === before, 'an instance ended although only its database did')
  findings.figure(`ready ${readyMs} ms after the database`)
  await sleep(1500)
  await crowd.settle(findings)
}

async function sendLeads(stage: Stage, findings: Findings, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => `lead-${index}`)
  let longest = 0
  for (const [index, key] of keys.entries()) {
    const begun = performance.now()
    const { url } = stage.instances[index % 2] ?? { url: '' }
    const { status } = await postJson(`${url}/api/leads`, leadOf(key))
    longest = Math.max(longest, performance.now() - begun)
    findings.failUnless(status === 201, `a visitor was answered ${status}`)
  }
  findings.figure(`visitors waited ${Math.round(longest)} ms at most`)
}

/** Verifies that every lead reaches the CRM exactly once. */
async function allInCrmOnce(stage: Stage, findings: Findings, count: number): Promise<void> {
  const since = performance.now()
  const missing = () => stage.count(`lead where status <> 'synced'`)
  await until(async () => (await missing()) === 0, syncLimitMs)
  findings.failUnless((await missing()) === 0, `${await missing()} leads never reached the CRM`)
  const { leads, persons, notes, organizations } = stage.crm.stored
  const companies = await stage.count('(select distinct company from lead) as companies')
  const found = [leads.length, persons.length, notes.length, organizations.length].join()
  findings.failUnless(found === [count, count, count, companies].join(), `the CRM has ${found} records`)
  findings.figure(`all in the CRM once after ${((performance.now() - since) / 1000).toFixed(0)} s`)
}

async function killWorker(stage: Stage, findings: Findings): Promise<void> {
  const count = 30
  stage.crm.delayMs = 40
  const webhook = await startWebhook()
  await stage.query(webhookRule(webhook.url))
  await sendLeads(stage, findings, count)
  for (let kill = 0; kill < 4; kill += 1) {
    const calls = stage.crm.calls.length
    await until(() => stage.crm.calls.length > calls + 2, 30_000)
    const pid = stage.worker.pid()
    // First a graceful stop, which waits for the call, then kills midway through a call.
    if (kill === 0 && pid) process.kill(pid, 'SIGTERM')
    else killGroup(pid)
    await until(() => stage.worker.pid() !== pid, 30_000)
  }
  await allInCrmOnce(stage, findings, count)
  await until(async () => (await stage.count(`message where status = 'sent'`)) === count, syncLimitMs)
  const idsOf = Map.groupBy(webhook.received, ({ lead }) => lead)
  findings.failUnless(idsOf.size === count, `${idsOf.size} of ${count} leads reached the webhook`)
  const isOnce = [...idsOf.values()].every((calls) => new Set(calls.map(({ id }) => id)).size === 1)
  findings.failUnless(isOnce, 'a lead reached the webhook under two ids')
  findings.figure(`${webhook.received.length} webhook calls`)
  webhook.close()
}

/** A slow webhook receiver, so that a kill hits calls in flight. */
async function startWebhook() {
  const received: { id: string; lead: string }[] = []
  const server = createServer(async (request, response) => {
    // The body of our own webhook.
    const { data } = (await json(request)) as { data: { id: string } }
    received.push({ id: String(request.headers['webhook-id']), lead: data.id })
    await sleep(40)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

const webhookRule = (url: string) => `
  with target as (
    insert into message_target (id, name, kind, url, secret)
    values (gen_random_uuid(), 'Chaos', 'webhook', '${url}', 'whsec_${Buffer.alloc(32).toString('base64')}') returning id
  )
  insert into notification_rule (id, event, condition, channel, target_id)
  select gen_random_uuid(), 'lead', 'all', 'target', id from target`

async function crmHangs(stage: Stage, findings: Findings): Promise<void> {
  const count = 12
  stage.crm.setMood('hang')
  await sendLeads(stage, findings, count)
  await until(() => stage.crm.calls.length > 0, 20_000)
  await sleep(5000)
  stage.crm.setMood('well')
  await allInCrmOnce(stage, findings, count)
}

async function killRenderer(stage: Stage, findings: Findings): Promise<void> {
  const renderer = stage.startRenderer()
  await until(async () => (await stage.count('print_renderer')) > 0, 60_000)
  const ask = async (piece: number): Promise<number> => {
    const answer = await postJson(`${stage.instances[0]?.url}/v1/postcards`, postcardBody(String(piece), true))
    await answer.arrayBuffer()
    return answer.status
  }
  findings.failUnless((await ask(0)) === 200, 'the first proof was not made')
  const asked: Promise<number>[] = []
  for (let kill = 0; kill < 2; kill += 1) {
    asked.push(...[1, 2, 3, 4].map((piece) => ask(10 * kill + piece)))
    await until(async () => (await stage.count(`print_proof where status = 'rendering'`)) > 0, 20_000)
    const pid = renderer.pid()
    killGroup(pid)
    await until(() => renderer.pid() !== pid, 20_000)
  }
  const statuses = await Promise.all(asked)
  findings.failUnless(
    statuses.every((status) => [200, 202, 503].includes(status)),
    `callers got ${statuses.join()}`,
  )
  await until(async () => (await stage.count(`print_proof where status = 'rendering'`)) === 0, proofLimitMs)
  const wanted = 1 + statuses.filter((status) => status < 300).length
  const ready = await stage.count(`print_proof where status = 'ready'`)
  findings.failUnless(ready === wanted, `${ready} of ${wanted} proofs are ready`)
  const files = readdirSync(stage.files, { recursive: true, encoding: 'utf8' })
  findings.failUnless(!files.some((name) => name.endsWith('.part')), 'a file is left half written')
  findings.figure(`${ready} proofs, each made once`)
}

/** A small in-memory file system. Undefined without permission to mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'chaos-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m,mode=0777', 'tmpfs', folder])
  return status === 0 ? path.join(folder, 'postgres') : undefined
}

async function fillDisk(stage: Stage, findings: Findings): Promise<void> {
  const disk = path.dirname(stage.database.dataDir)
  if (!disk.includes('chaos-disk-')) return findings.figure('not injected: mounting needs root')
  const crowd = new Crowd(stage)
  await sleep(1500)
  const filler = path.join(disk, 'filler')
  fill(filler)
  await until(() => crowd.statuses().has(503), 30_000)
  findings.failUnless(crowd.statuses().has(503), 'no write failed although the disk is full')
  const reads = await statusAt(`${stage.instances[0]?.url}/api/pricing/products`)
  findings.failUnless(reads === 200, 'reads are not served')
  rmSync(filler)
  await stage.untilReady()
  await sleep(1500)
  await crowd.settle(findings)
}

function fill(file: string): void {
  for (const size of [1 << 20, 4096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // The disk is full, but smaller pieces may still fit.
    }
  }
}

export const faults: Fault[] = [
  { rows: ['R01', 'R02', 'R31'], name: 'one instance hangs, one is killed, then all are', strike: killApi },
  { rows: ['R04', 'R21', 'R62'], name: 'the worker is stopped and killed in the middle of jobs', strike: killWorker },
  { rows: ['R53'], name: 'the renderer is killed in the middle of proofs', strike: killRenderer },
  {
    rows: ['R64'],
    name: 'every process is killed in turn while pieces are sent, printed, and mailed',
    strike: killDuringPieces,
  },
  { rows: ['R05', 'R06'], name: 'PostgreSQL is killed and stays away for 4 s', strike: killDatabase },
  { rows: ['R13'], name: 'the CRM hangs', strike: crmHangs },
  { rows: ['R10'], name: 'the disk of PostgreSQL is full', dataDir: smallDisk, strike: fillDisk },
]
