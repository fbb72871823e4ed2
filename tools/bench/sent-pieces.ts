import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startProduct } from '../product/throwaway.ts'
import { say } from '../product/say.ts'
import { addCustomer } from './customer.ts'
import { cannon, leadBody, table } from './load.ts'
import { postcardBody } from './pieces.ts'

// Measures pieces that are sent with a live key: the time of a response at 50 a second, what that does to leads on the same
// machine, and 500 at once against a cap of 100.
const seconds = Number(process.env.BENCH_PIECES_SECONDS || 20)
const limits = { sentMs: 80, leadRatio: 2 }

const product = await startProduct({
  isDurable: true,
  env: {
    RUN_WORKER: 'true',
    RUN_RENDERER: 'true',
    RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000',
  },
})
const db = new pg.Client({ connectionString: product.databaseUrl })
await db.connect()
const figures: { figure: string; value: number; limit: number | ''; verdict: string }[] = []
const note = (figure: string, value: number, limit?: number) => {
  const verdict = limit === undefined ? '' : value <= limit ? 'passed' : 'MISSED'
  figures.push({ figure, value: Math.round(100 * value) / 100, limit: limit ?? '', verdict })
}
const pieceBody = (mark: string) => ({ ...postcardBody(mark, false), DryRun: false })
const count = async (rows: string) =>
  (await db.query<{ count: number }>(`select count(*)::int from ${rows}`)).rows[0]?.count ?? NaN

try {
  const { live } = await addCustomer(product.databaseUrl)
  const headers = { authorization: `Bearer ${live.key}` }
  const pieces = `${product.origin}/v1/postcards`
  const leads = () => cannon(`${product.origin}/api/leads`, leadBody, { clients: 4, seconds, rate: 40 })
  // Templates are compiled with the first piece.
  await fetch(pieces, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(pieceBody('first')),
  })
  await sleep(5_000)
  say(`leads alone for ${seconds} s`)
  const alone = await leads()
  say(`50 live pieces a second for ${seconds} s, and leads meanwhile`)
  const [sent, beside] = await Promise.all([
    cannon(pieces, pieceBody('[<id>]'), { clients: 20, seconds, rate: 50, headers }),
    leads(),
  ])
  note('pieces refused', sent.errors + sent.non2xx, 0)
  note('a live piece without waiting, p97.5 ms', sent.latency.p97_5, limits.sentMs)
  note('a lead alone, p97.5 ms', alone.latency.p97_5)
  note('a lead beside the pieces, p97.5 ms', beside.latency.p97_5)
  note('the same as a ratio', beside.latency.p97_5 / alone.latency.p97_5, limits.leadRatio)
  note('leads that failed', beside.errors + beside.non2xx, 0)

  say('500 pieces at once against a cap of 100')
  const capped = await addCustomer(product.databaseUrl, 100)
  const answers = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const response = await fetch(pieces, {
        method: 'POST',
        headers: { authorization: `Bearer ${capped.live.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(pieceBody(String(index))),
      })
      await response.arrayBuffer()
      return response.status
    }),
  )
  const statuses = Map.groupBy(answers, (status) => status)
  for (const [status, found] of statuses) note(`responses with ${status}`, found.length)
  note('pieces of the capped account', await count(`piece where workspace_id = '${capped.live.workspace}'`), 100)
  note('pieces missing to the cap', 100 - (await count(`piece where workspace_id = '${capped.live.workspace}'`)), 0)
} finally {
  await db.end()
  await product.stop()
}
console.log(`\n${table(figures)}\n`)
if (figures.some(({ verdict }) => verdict === 'MISSED')) process.exitCode = 1
