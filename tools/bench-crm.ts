import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { type FakePipedrive, startFakePipedrive } from './fake-pipedrive/index.ts'
import { median, quantile } from './load/quantile.ts'
import { table } from './load/table.ts'
import { answers, built, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'

// How long a visitor waits for a stored lead while the CRM works, and in each of its failure modes. The worker runs inside
// the API, where it could slow requests most. The modes alternate within one run.
const rounds = Number(process.env.BENCH_ROUNDS || 7)
const perRound = Number(process.env.BENCH_LEADS || 300)
const ratioLimit = 1.1

const folder = mkdtempSync(path.join(tmpdir(), 'bench-crm-'))
const database = await startPostgres({ dataDir: path.join(folder, 'postgres') })
const crmPort = await freePort()
let crm: FakePipedrive | undefined
const port = await freePort()
const environment = {
  ...productEnvironment(database.url, port),
  PIPEDRIVE_API_URL: `http://127.0.0.1:${crmPort}`,
  PIPEDRIVE_API_TOKEN: 'known-token',
  RUN_WORKER: 'true',
}
await migrate(environment)
const api = spawnNode(built.server, environment, 'ignore')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds until the response to one lead is complete. */
const post = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const headers = { 'content-type': 'application/json' }
    const call = request({ agent, host: '127.0.0.1', port, method: 'POST', path: '/api/leads', headers })
    call.on('error', reject)
    call.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 201) resolve(performance.now() - begun)
        else reject(new Error(`POST /api/leads answered ${answer.statusCode}`))
      })
    })
    call.end(
      JSON.stringify({
        firstName: 'Dana',
        lastName: 'Example',
        email: 'dana@example.com',
        leadSource: 'Bench',
        source: 'Main Website',
      }),
    )
  })

async function open(): Promise<FakePipedrive> {
  crm ??= await startFakePipedrive({ port: crmPort })
  crm.delayMs = 0
  crm.setMood('well')
  return crm
}

const moods: Record<string, () => Promise<unknown>> = {
  well: open,
  'slow, 3 s a call': async () => Object.assign(await open(), { delayMs: 3_000 }),
  hanging: async () => (await open()).setMood('hang'),
  'failing, 500': async () => (await open()).setMood('lost-500'),
  down: async () => {
    await crm?.close()
    crm = undefined
  },
}
const sides = Object.entries(moods).map(([mood, begin]) => ({ mood, begin, measured: [] as number[] }))

try {
  if (!(await answers(`http://127.0.0.1:${port}/readyz`, 15_000))) throw new Error('The API did not become ready')
  await open()
  for (let warm = 0; warm < perRound; warm += 1) await post()
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}: ${sides.length} moods, ${perRound} leads each`)
    for (const { begin, measured } of sides) {
      await begin()
      for (let sent = 0; sent < perRound; sent += 1) measured.push(await post())
    }
  }
  const well = median(sides[0]?.measured ?? [])
  const rows = sides.map(({ mood, measured }) => ({
    'the CRM is': mood,
    'p50 ms': median(measured).toFixed(2),
    'p95 ms': quantile(measured, 0.95).toFixed(2),
    'p50 / p50 when well': (median(measured) / well).toFixed(2),
    verdict: median(measured) / well <= ratioLimit ? 'passed' : 'TOO SLOW',
  }))
  console.log(`\n${table(rows)}\n`)
  if (rows.some(({ verdict }) => verdict !== 'passed')) process.exitCode = 1
} finally {
  agent.destroy()
  api.kill('SIGTERM')
  if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
  await crm?.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
