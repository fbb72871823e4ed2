import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postJson } from '../product/post-json.ts'
import { startProduct } from '../product/throwaway.ts'
import { say } from '../product/say.ts'
import { addCustomer } from './customer.ts'
import { Figures, leadBody, othersThan, postSteadily, quantile } from './load.ts'
import { postcardBody } from './pieces.ts'
import { countRows } from './rows.ts'

// Measures pieces sent with a live key: the response time at 50 a second, the effect on leads on the same machine, and
// 500 at once against a cap of 100.
const seconds = Number(process.env.BENCH_PIECES_SECONDS || 20)
const limits = { sentMs: 80, leadRatio: 2 }

const product = await startProduct({
  isDurable: true,
  env: {
    RUN_WORKER: 'true',
    // With a renderer next to the API, which uses up the rest of two processors, responses take about twice as long.
    RUN_RENDERER: String(process.env.BENCH_RENDERER === 'true'),
    RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000',
  },
})
const db = new pg.Client({ connectionString: product.databaseUrl })
await db.connect()
const figures = new Figures()
const pieceBody = (mark: string) => ({ ...postcardBody(mark, false), DryRun: false })

try {
  const { live } = await addCustomer(product.databaseUrl)
  const headers = { authorization: `Bearer ${live.key}` }
  const pieces = `${product.origin}/v1/postcards`
  const leads = () => postSteadily(`${product.origin}/api/leads`, leadBody, { seconds, rate: 40 })
  // Warm-up: the first pieces compile templates and code, and open connections.
  await postSteadily(pieces, pieceBody('[<id>]'), { seconds: 8, rate: 50, headers })
  await sleep(2_000)
  say(`leads alone for ${seconds} s`)
  const alone = await leads()
  say(`50 live pieces a second for ${seconds} s, and leads meanwhile`)
  const [sent, beside] = await Promise.all([
    postSteadily(pieces, pieceBody('[<id>]'), { seconds, rate: 50, headers }),
    leads(),
  ])
  const [before, meanwhile] = [quantile(alone.times, 0.95), quantile(beside.times, 0.95)]
  figures.note('pieces refused', othersThan(201, sent), 0)
  figures.note('a live piece without waiting, p95 ms', quantile(sent.times, 0.95), limits.sentMs)
  figures.note('a lead alone, p95 ms', before)
  figures.note('a lead beside the pieces, p95 ms', meanwhile)
  figures.note('the same as a ratio', meanwhile / before, limits.leadRatio)
  figures.note('leads that failed', othersThan(201, beside), 0)

  say('500 pieces at once against a cap of 100')
  const capped = await addCustomer(product.databaseUrl, 100)
  const answers = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const headers = { authorization: `Bearer ${capped.live.key}` }
      const response = await postJson(pieces, pieceBody(String(index)), headers)
      await response.arrayBuffer()
      return response.status
    }),
  )
  const statuses = Map.groupBy(answers, (status) => status)
  for (const [status, found] of statuses) figures.note(`responses with ${status}`, found.length)
  const stored = await countRows(db, `piece where workspace_id = '${capped.live.workspace}'`)
  figures.note('pieces of the capped account', stored, 100, stored === 100)
} finally {
  await db.end()
  await product.stop()
}
figures.print()
