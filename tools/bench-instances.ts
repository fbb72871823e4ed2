import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { storeManyLeads } from './load/many-leads.ts'
import { median } from './load/quantile.ts'
import { table } from './load/table.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { say } from './product/say.ts'

// What a mixed read costs on two instances of one product: requests for each second of processor time that the API took.
// The baseline is two separate products of one instance each: those processes share cores and caches in the same way. One
// instance alone is shown too. The sides alternate, so that other load on the machine affects all alike.
const rounds = Number(process.env.BENCH_ROUNDS || 8)
const seconds = Number(process.env.BENCH_SECONDS || 4)
const warmUpSeconds = 60
const clients = 20
const allowedDifference = 0.05
/** The session for each instance. */
const cookies = new Map<number, string>()
const owner = { email: 'owner@example.com', password: 'a long enough secret' }

const folder = mkdtempSync(path.join(tmpdir(), 'bench-instances-'))
const database = await startPostgres({ dataDir: path.join(folder, 'postgres') })

async function prepare(name: string): Promise<void> {
  const environment = productEnvironment(database.url, 0, name)
  await migrate(environment)
  await ensureFirstStaff({ ...environment, FIRST_STAFF_EMAIL: owner.email, FIRST_STAFF_PASSWORD: owner.password })
  await storeManyLeads(database.url(name), 10_000)
}

const [product, otherProduct] = ['postgres', 'other_product']
const client = new pg.Client({ connectionString: database.url() })
await client.connect()
await client.query(`create database ${otherProduct}`)
await client.end()
for (const name of [product, otherProduct]) await prepare(name)

const ports = [await freePort(), await freePort(), await freePort()]
const [first = 0, second = 0, other = 0] = ports
const instances = ports.map((port) =>
  spawnNode(built.server, productEnvironment(database.url, port, port === other ? otherProduct : product), 'ignore'),
)

/** Processor time that the instances have taken so far, in seconds. */
const processorSeconds = (): number =>
  instances.reduce((sum, { pid }) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Ticks in user and in system mode; Linux counts 100 a second.
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)

async function signIn(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(owner),
  })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

async function readFrom(used: number[], forSeconds = seconds): Promise<number> {
  const script = path.join(import.meta.dirname, 'load/reads.ts')
  const before = processorSeconds()
  const outputs = await Promise.all(
    used.map(async (port) => {
      const args = [script, `http://127.0.0.1:${port}`, String(clients), String(forSeconds), cookies.get(port) ?? '']
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
  const [own, ofOther] = [await signIn(first), await signIn(other)]
  for (const [port, cookie] of [
    [first, own],
    [second, own],
    [other, ofOther],
  ] as const)
    cookies.set(port, cookie)
  // Warms all instances up: they get faster over their first hundred thousand requests.
  await readFrom(ports, warmUpSeconds)
  // The instances of the product alternate as the single one, so that both serve the same number of requests.
  const one = (round: number) => (round % 2 ? first : second)
  const sides = [
    { label: 'one instance alone', used: (round: number) => [one(round)], measured: [] as number[] },
    { label: 'one each of two products', used: (round: number) => [one(round), other], measured: [] as number[] },
    { label: 'two instances of one', used: () => [first, second], measured: [] as number[] },
  ]
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    // The order is reversed every two rounds, so that each instance is the single one in both orders.
    for (const side of (round >> 1) % 2 ? sides : sides.toReversed()) {
      side.measured.push(await readFrom(side.used(round)))
    }
  }
  const [, apart = Number.NaN, together = Number.NaN] = sides.map(({ measured }) => median(measured))
  const rows = sides.map(({ label, measured }) => ({
    side: label,
    'reads per CPU second': Math.round(median(measured)),
    rounds: measured.map(Math.round).join(' '),
  }))
  const ratio = together / apart
  const isWithin = ratio >= 1 - allowedDifference
  console.log(`\n${table(rows)}\n\nof one product / of two ${ratio.toFixed(3)}: ${isWithin ? 'passed' : 'FAILED'}\n`)
  if (!isWithin) process.exitCode = 1
} finally {
  for (const child of instances) {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
