import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFileStore } from '../apps/api/src/modules/print/files/open-file-store.ts'
import { deleteExpiredProofs, removeForgottenFiles } from '../apps/api/src/modules/print/proofs/proof-retention.ts'
import pg from 'pg'
import { childrenOf } from './load/processes.ts'
import { table } from './load/table.ts'
import { endCalls, post } from './print/callers.ts'
import { firstPiece, postcardBody } from './print/pieces.ts'
import { startPrintProduct } from './print/product.ts'
import { say } from './product/say.ts'

// Makes SOAK_PROOFS proofs, 10,000 unless told otherwise, and looks for what grows or stays behind: memory of the renderer
// and of its browser, processes, files.
const wanted = Number(process.env.SOAK_PROOFS || 10_000)
const samples = 20
const ahead = 40
/** Growth from the start of the run's second half to its end beyond which memory is not flat. */
const mostGrowth = 1.1

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Memory of a process, with its share of what several have in common, in MiB. */
function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0

const product = await startPrintProduct({ rendersHere: false })
const pid = product.renderer?.pid ?? 0
const problems: string[] = []
const seen: { proofs: number; renderer: number; browser: number; processes: number }[] = []
const counts = async () => {
  const { rows } = await product.db.query<{ ready: number; failed: number; open: number }>(
    `select count(*) filter (where status = 'ready')::int as ready, count(*) filter (where status = 'failed')::int as failed,
            count(*) filter (where status = 'rendering')::int as open from print_proof`,
  )
  return rows[0] ?? { ready: 0, failed: 0, open: 0 }
}
const sample = (proofs: number) => {
  const [, ...children] = treeOf(pid)
  const browser = children.reduce((sum, child) => sum + memoryOf(child), 0)
  seen.push({ proofs, renderer: memoryOf(pid), browser, processes: children.length })
  const last = seen.at(-1)
  say(
    `${proofs} proofs: renderer ${last?.renderer.toFixed(0)} MiB, browser ${last?.browser.toFixed(0)} MiB, ${children.length} processes`,
  )
}

/** All processes that this run started, whose ends are looked for afterwards. */
const everSeen = new Set<number>()

try {
  let piece = firstPiece()
  let asked = 0
  let made = 0
  while (made < wanted) {
    const { ready, failed, open } = await counts()
    made = ready + failed
    if (failed > 0) problems.push(`${failed} proofs failed`)
    for (let more = Math.min(ahead - open, wanted - asked); more > 0; more -= 1) {
      const { status, body } = await post(product.port, '/v1/postcards', postcardBody((piece += 1), false))
      if (status !== 202) throw new Error(`A proof was answered ${status}: ${body}`)
      asked += 1
    }
    if (made >= (seen.length * wanted) / samples) sample(made)
    for (const one of treeOf(pid)) everSeen.add(one)
    await sleep(500)
  }
  if (seen.at(-1)?.proofs !== made) sample(made)

  const half = seen.slice(Math.floor(seen.length / 2))
  for (const part of ['renderer', 'browser'] as const) {
    // The lowest of three: right before a collection of garbage, either would be high.
    const lowest = (three: typeof seen) => Math.min(...three.map((one) => one[part]))
    const [from, to] = [lowest(half.slice(0, 3)), lowest(half.slice(-3))]
    if (wanted >= 1_000 && to > from * mostGrowth)
      problems.push(`the ${part} grew from ${from.toFixed(0)} to ${to.toFixed(0)} MiB`)
  }

  await product.db.query("update print_proof set expires_at = now() - interval '1 second'")
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 })
  const store = openFileStore({ files: { folder: product.files } })
  await deleteExpiredProofs(pool, store)
  // The product's own housekeeping may have some of them in work.
  for (let waits = 120; waits > 0 && (await counts()).ready > 0; waits -= 1) await sleep(500)
  await removeForgottenFiles(pool, store, new Date(Date.now() + 7_200_000))
  await pool.end()
  const { ready } = await counts()
  if (ready > 0) problems.push(`${ready} proofs were not deleted`)
  if (filesIn(product.files) > 0) problems.push(`${filesIn(product.files)} files are left behind`)
} finally {
  await product.stop()
  endCalls()
}
await sleep(1_000)
const left = [...everSeen].filter((one) => existsSync(`/proc/${one}`))
if (left.length > 0) problems.push(`${left.length} processes are left behind`)

console.log(
  `\n${table(
    seen.map(({ proofs, renderer, browser, processes }) => ({
      proofs,
      'renderer MiB': renderer.toFixed(0),
      'browser MiB': browser.toFixed(0),
      processes,
    })),
  )}\n`,
)
for (const problem of new Set(problems)) say(`FAILED: ${problem}`)
if (problems.length > 0) process.exitCode = 1
else say(`${wanted} proofs: memory is flat, no process and no file is left`)
