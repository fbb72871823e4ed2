import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { say } from '../product/say.ts'
import { staff, startProduct } from '../product/throwaway.ts'
import { addCustomer } from './customer.ts'
import { table } from './load.ts'
import { postcardBody } from './pieces.ts'

// Measures print runs: one renderer, two, and two of which one is killed halfway. Each run has as many pieces.
const pieces = Number(process.env.BENCH_RUN_PIECES || 10_000)
/** Pieces that are rendered; the others of a run are their copies. */
const originals = 25
const limits = { speedup: 1.7, memoryRatio: 1.2 }

const product = await startProduct({ hasRenderer: true, env: { RUN_WORKER: 'true' } })
const db = new pg.Client({ connectionString: product.databaseUrl })
await db.connect()
const figures: { figure: string; value: number; limit: number | ''; verdict: string }[] = []
const note = (figure: string, value: number, limit?: number, isMet = true) =>
  figures.push({
    figure,
    value: Math.round(100 * value) / 100,
    limit: limit ?? '',
    verdict: limit === undefined ? '' : isMet ? 'passed' : 'MISSED',
  })
const count = async (rows: string) =>
  (await db.query<{ count: number }>(`select count(*)::int from ${rows}`)).rows[0]?.count ?? NaN

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(100)
}

const memoryMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function signIn(): Promise<string> {
  const answer = await fetch(`${product.origin}/api/login`, {
    method: 'POST',
    body: new URLSearchParams(staff),
    redirect: 'manual',
  })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function renderOriginals(): Promise<void> {
  const { live } = await addCustomer(product.databaseUrl)
  for (let index = 0; index < originals; index += 1) {
    await fetch(`${product.origin}/v1/postcards`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...postcardBody(`${index}`, false), DryRun: false }),
    })
  }
  await until(async () => (await count(`piece where status = 'ready'`)) === originals)
  // Kept out of every run, so that each has the same pieces.
  await db.query(`create table original as select * from piece; update piece set status = 'canceled'`)
}

/** Copies of the rendered pieces, each with a barcode of its own. */
const addWaiting = (round: number) =>
  db.query(
    `insert into piece
     select (jsonb_populate_record(null::piece, to_jsonb(original) || jsonb_build_object(
              'id', 'piece_' || substr(md5($2::text || n), 1, 20), 'tracking_token', 'track_' || substr(md5($2::text || n), 1, 20),
              'tracking', '00310090000' || lpad(($2 * $1::int + n)::text, 9, '0'), 'cancelable_until', now(),
              'idempotency_key', null))).*
       from generate_series(1, $1::int) as n
       join (select *, row_number() over (order by id) as turn from original) as original on turn = 1 + n % ${originals}`,
    [pieces, round],
  )

/** Resolves when every file of a run of all waiting pieces is there. */
async function printRun(round: number, cookie: string, onHalf = (): unknown => undefined) {
  await addWaiting(round)
  const since = performance.now()
  const answer = await fetch(`${product.origin}/api/admin/print-runs`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ size: '4.25x6', postalClass: 'FirstClass', cutoffAt: '2100-01-01T00:00:00.000Z' }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  const created = performance.now()
  // The part of the response that is read here.
  const { id } = (await answer.json()) as { id: string }
  const files = await count(`print_run_file where run_id = '${id}'`)
  const made = () => count(`print_run_file where run_id = '${id}' and prepared_at is not null`)
  await until(async () => (await made()) >= files / 2)
  onHalf()
  await until(async () => (await made()) === files)
  const placed = await count(`print_run_piece where run_id = '${id}' and page is not null`)
  note(`pieces missing in run ${round}`, pieces - placed, 0, placed === pieces)
  return { files, createdMs: created - since, seconds: (performance.now() - created) / 1_000 }
}

try {
  const cookie = await signIn()
  await renderOriginals()
  const [first] = product.renderers
  say(`a run of ${pieces} with one renderer`)
  let half = 0
  const alone = await printRun(1, cookie, () => (half = memoryMb(first?.pid)))
  note('creating a run, ms', alone.createdMs)
  note(`one renderer, seconds for ${alone.files} files`, alone.seconds)
  note('memory of the renderer halfway, MB', half)
  const memory = memoryMb(first?.pid) / half
  note('memory at the end as a ratio', memory, limits.memoryRatio, memory <= limits.memoryRatio)
  const second = product.startRenderer()
  await sleep(10_000)
  say('the same with two')
  const both = await printRun(2, cookie)
  note('two renderers, seconds', both.seconds)
  const speedup = alone.seconds / both.seconds
  note('two as fast as one, times', speedup, limits.speedup, speedup >= limits.speedup)
  say('the same, and one is killed halfway')
  const killed = await printRun(3, cookie, () => second.kill('SIGKILL'))
  note('two renderers, one killed halfway, seconds', killed.seconds)
  const twice = await count(`(select 1 from print_run_piece group by piece_id having count(*) > 1) as twice`)
  note('pieces in two runs', twice, 0, twice === 0)
} finally {
  await db.end()
  await product.stop()
}
console.log(`\n${table(figures)}\n`)
if (figures.some(({ verdict }) => verdict === 'MISSED')) process.exitCode = 1
