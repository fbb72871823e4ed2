import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { median } from './load/quantile.ts'
import { singleInsertBench } from './load/single-inserts.ts'
import { table } from './load/table.ts'
import { answers, built, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'

// What a stored lead costs, compared with the least it could cost. The sides alternate within one run, so that other load
// on the machine affects all alike.
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const seconds = Number(process.env.BENCH_SECONDS || 5)
const clients = 20

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
const database = await startPostgres({ dataDir: path.join(folder, 'postgres') })
const apiPort = await freePort()
const barePort = await freePort()
const environment = { ...productEnvironment(database.url, apiPort), LOG_LEVEL: 'info' }
await migrate(environment)

const log = openSync(path.join(folder, 'api.log'), 'w')
const api = spawnNode(built.server, environment, ['ignore', log, log])
const bare = spawnNode(path.join(import.meta.dirname, 'load/bare-route.ts'), process.env, 'inherit', [String(barePort)])

/** Requests per second, measured in another process, by visitors of whom it is known or not how they came. */
async function cannon(port: number, visitor: 'known' | 'unknown' = 'unknown'): Promise<number> {
  const script = path.join(import.meta.dirname, 'load/cannon.ts')
  const args = [script, `http://127.0.0.1:${port}/api/leads`, String(clients), String(seconds), visitor]
  const caller = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(caller.stdout), once(caller, 'close')])
  // What cannon.ts prints.
  const { perSecond, failed } = JSON.parse(output) as { perSecond: number; failed: number }
  if (failed > 0) throw new Error(`${failed} requests to port ${port} were refused or lost`)
  return perSecond
}

const inserts = singleInsertBench(folder)
const sides = [
  { label: 'POST /api/leads, everything on', run: () => cannon(apiPort) },
  { label: 'the same with how the visitor came', run: () => cannon(apiPort, 'known') },
  { label: 'bare Fastify route, same validation', run: () => cannon(barePort) },
  { label: inserts.label, run: () => inserts.run(database.url(), clients, seconds) },
].map((side) => ({ ...side, measured: [] as number[] }))

try {
  if (!(await answers(`http://127.0.0.1:${apiPort}/readyz`, 15_000))) throw new Error('The API did not become ready')
  await cannon(apiPort)
  await cannon(barePort)
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}: ${sides.length} sides, ${seconds} s each, ${clients} clients`)
    for (const side of sides) side.measured.push(await side.run())
  }
  const own = median(sides[0]?.measured ?? [])
  const rows = sides.map(({ label, measured }) => ({
    side: label,
    'median per second': Math.round(median(measured)),
    rounds: measured.map(Math.round).join(' '),
    'ours / this': (own / median(measured)).toFixed(2),
  }))
  console.log(`\n${table(rows)}\n`)
} finally {
  for (const child of [api, bare]) {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
