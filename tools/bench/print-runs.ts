import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '../product/post-json.ts'
import { until } from '../product/readiness.ts'
import { say } from '../product/say.ts'
import { startProduct } from '../product/throwaway.ts'
import { LivePieces, signIn } from './live-pieces.ts'
import { Figures } from './load.ts'

// Measures print runs: with one renderer, with two, and with two of which one is killed halfway. All runs have equally
// many pieces.
const pieces = Number(process.env.BENCH_RUN_PIECES || 10_000)
/** Number of rendered pieces; the others of a run are copies. */
const originals = 25
const limits = { speedup: 1.7, memoryRatio: 1.2 }

const product = await startProduct({ hasRenderer: true, env: { RUN_WORKER: 'true' } })
const figures = new Figures()
const waiting = await LivePieces.render(product, originals)

const memoryMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Resolves once every file of a run of all waiting pieces exists. */
async function printRun(round: number, cookie: string, onHalf = (): unknown => undefined) {
  await waiting.copy(pieces, round)
  const since = performance.now()
  const input = { size: '4.25x6', postalClass: 'FirstClass', cutoffAt: '2100-01-01T00:00:00.000Z' }
  const answer = await postJson(`${product.origin}/api/admin/print-runs`, input, { cookie })
  if (answer.status !== 201) throw new Error(await answer.text())
  const created = performance.now()
  // The part of the response that is read here.
  const { id } = (await answer.json()) as { id: string }
  const files = await waiting.count(`print_run_file where run_id = '${id}'`)
  const made = () => waiting.count(`print_run_file where run_id = '${id}' and prepared_at is not null`)
  await until(async () => (await made()) >= files / 2)
  onHalf()
  await until(async () => (await made()) === files)
  const placed = await waiting.count(`print_run_piece where run_id = '${id}' and page is not null`)
  figures.note(`pieces missing in run ${round}`, pieces - placed, 0, placed === pieces)
  return { files, createdMs: created - since, seconds: (performance.now() - created) / 1_000 }
}

try {
  const cookie = await signIn(product)
  const [first] = product.renderers
  say(`a run of ${pieces} with one renderer`)
  let half = 0
  const alone = await printRun(1, cookie, () => (half = memoryMb(first?.pid)))
  figures.note('creating a run, ms', alone.createdMs)
  figures.note(`one renderer, seconds for ${alone.files} files`, alone.seconds)
  figures.note('memory of the renderer halfway, MB', half)
  const memory = memoryMb(first?.pid) / half
  figures.note('memory at the end as a ratio', memory, limits.memoryRatio, memory <= limits.memoryRatio)
  const second = product.startRenderer()
  await sleep(10_000)
  say('the same with two')
  const both = await printRun(2, cookie)
  figures.note('two renderers, seconds', both.seconds)
  const speedup = alone.seconds / both.seconds
  figures.note('two as fast as one, times', speedup, limits.speedup, speedup >= limits.speedup)
  say('the same, and one is killed halfway')
  const killed = await printRun(3, cookie, () => second.kill('SIGKILL'))
  figures.note('two renderers, one killed halfway, seconds', killed.seconds)
  const twice = await waiting.count(`(select 1 from print_run_piece group by piece_id having count(*) > 1) as twice`)
  figures.note('pieces in two runs', twice, 0, twice === 0)
} finally {
  await waiting.end()
  await product.stop()
}
figures.print()
