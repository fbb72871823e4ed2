import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { storeManyLeads } from './load/many-leads.ts'
import { median } from './load/median.ts'
import { table } from './load/table.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'

// What a mixed read costs on two instances beside one: requests for each second of processor time that the API took.
// Sides in turn, so that a busy machine hits both.
const rounds = Number(process.env.BENCH_ROUNDS || 7)
const seconds = Number(process.env.BENCH_SECONDS || 4)
const warmUpSeconds = 15
const clients = 20
const allowedDifference = 0.05
const owner = { email: 'owner@example.com', password: 'a long enough secret' }

const folder = mkdtempSync(path.join(tmpdir(), 'bench-instances-'))
const database = await startPostgres({ dataDir: path.join(folder, 'postgres') })
const ports = [await freePort(), await freePort()]
const environment = productEnvironment(database.url(), ports[0] ?? 0)
await migrate(environment)
await ensureFirstStaff({ ...environment, FIRST_STAFF_EMAIL: owner.email, FIRST_STAFF_PASSWORD: owner.password })
await storeManyLeads(database.url(), 10_000)
const instances = ports.map((port) => spawnNode(built.server, productEnvironment(database.url(), port), 'ignore'))

/** Processor time that the instances have taken so far, in seconds. */
const processorSeconds = (): number =>
  instances.reduce((sum, { pid }) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Ticks in user and in system mode; Linux counts 100 a second.
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)

async function signIn(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${ports[0]}/api/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(owner),
  })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

async function readFrom(used: number[], cookie: string, forSeconds = seconds): Promise<number> {
  const script = path.join(import.meta.dirname, 'load/reads.ts')
  const before = processorSeconds()
  const outputs = await Promise.all(
    used.map(async (port) => {
      const args = [script, `http://127.0.0.1:${port}`, String(clients), String(forSeconds), cookie]
      const caller = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [output] = await Promise.all([text(caller.stdout), once(caller, 'close')])
      // What reads.ts prints.
      return JSON.parse(output) as { answered: number; failed: number }
    }),
  )
  const failed = outputs.reduce((sum, one) => sum + one.failed, 0)
  if (failed > 0) throw new Error(`${failed} reads were refused or lost`)
  return outputs.reduce((sum, one) => sum + one.answered, 0) / (processorSeconds() - before)
}

try {
  for (const port of ports)
    if (!(await answers(`http://127.0.0.1:${port}/readyz`, 20_000))) throw new Error('An instance did not become ready')
  // The session of one instance is good on the other.
  const cookie = await signIn()
  // Both are compiled alike before anything is counted: an instance gets faster over its first ten thousands of requests.
  for (const port of ports) await readFrom([port], cookie, warmUpSeconds)
  const sides = [
    { label: 'one instance', used: ports.slice(0, 1), measured: [] as number[] },
    { label: 'two instances', used: ports, measured: [] as number[] },
  ]
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    for (const side of round % 2 ? sides : sides.toReversed()) side.measured.push(await readFrom(side.used, cookie))
  }
  const [one = Number.NaN, two = Number.NaN] = sides.map(({ measured }) => median(measured))
  const rows = sides.map(({ label, measured }) => ({
    side: label,
    'reads per CPU second': Math.round(median(measured)),
    rounds: measured.map(Math.round).join(' '),
  }))
  const ratio = two / one
  const isWithin = ratio >= 1 - allowedDifference
  console.log(`\n${table(rows)}\n\ntwo / one ${ratio.toFixed(3)}: ${isWithin ? 'holds' : 'BROKEN'}\n`)
  if (!isWithin) process.exitCode = 1
} finally {
  for (const child of instances) {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
