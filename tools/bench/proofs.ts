import pg from 'pg'
import { postJson } from '../product/post-json.ts'
import { until } from '../product/readiness.ts'
import { say } from '../product/say.ts'
import { Figures, leadBody, othersThan, postSteadily, quantile } from './load.ts'
import { startProduct } from '../product/throwaway.ts'
import { postcardBody } from './pieces.ts'
import { countRows } from './rows.ts'

// Measures how long callers wait for proofs, and visitors for pages meanwhile, in both setups: with the renderer
// started by the API, as with `npm start`, and in a separate process.
const waitingSeconds = Number(process.env.BENCH_WAITING_SECONDS || 45)
const crowdSeconds = Number(process.env.BENCH_CROWD_SECONDS || 10)
const limits = { firstMs: 3_000, waitingMs: 700, leadMs: 100 }

const figures = new Figures()

async function untilDrained(db: pg.Client): Promise<number> {
  const begun = performance.now()
  await until(async () => (await countRows(db, "print_proof where status = 'rendering'")) === 0)
  return (performance.now() - begun) / 1000
}

async function measure(form: string, hasRenderer: boolean): Promise<void> {
  const product = await startProduct({ hasRenderer, env: { RUN_RENDERER: String(!hasRenderer) } })
  const db = new pg.Client({ connectionString: product.databaseUrl })
  await db.connect()
  try {
    const proofs = `${product.origin}/v1/postcards`
    const waiting = postcardBody('[<id>]', true)
    const first = performance.now()
    const { status } = await postJson(proofs, waiting)
    figures.note(
      `${form}: first waiting DryRun after a start, ms`,
      status === 200 ? performance.now() - first : Infinity,
      limits.firstMs,
    )

    say(`${form}: 2 waiting DryRuns a second for ${waitingSeconds} s`)
    await postSteadily(proofs, waiting, { seconds: 5, rate: 2 })
    const waited = await postSteadily(proofs, waiting, { seconds: waitingSeconds, rate: 2 })
    figures.note(`${form}: waiting DryRuns without a 200`, othersThan(200, waited), 0)
    figures.note(`${form}: waiting DryRun, p95 ms`, quantile(waited.times, 0.95), limits.waitingMs)

    say(`${form}: 100 proofs a second without waiting for ${crowdSeconds} s, and leads meanwhile`)
    const leads = () => postSteadily(`${product.origin}/api/leads`, leadBody, { seconds: crowdSeconds, rate: 40 })
    const alone = await leads()
    const [crowd, beside] = await Promise.all([
      postSteadily(proofs, postcardBody('[<id>]', false), { seconds: crowdSeconds, rate: 100 }),
      leads(),
    ])
    figures.note(`${form}: proofs refused in the crowd`, othersThan(202, crowd), 0)
    figures.note(`${form}: leads that failed beside the crowd`, othersThan(201, beside), 0)
    figures.note(`${form}: a lead alone, p95 ms`, quantile(alone.times, 0.95))
    figures.note(`${form}: a lead beside the crowd, p95 ms`, quantile(beside.times, 0.95), limits.leadMs)
    figures.note(`${form}: ${crowd.times.length} proofs are made after, s`, await untilDrained(db))
    figures.note(`${form}: proofs that failed`, await countRows(db, "print_proof where status = 'failed'"), 0)
  } finally {
    await db.end()
    await product.stop()
  }
}

await measure('one process', false)
await measure('renderer apart', true)
figures.print()
