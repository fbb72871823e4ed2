import { createHash } from 'node:crypto'
import pg from 'pg'
import { until } from '../product/readiness.ts'
import { say } from '../product/say.ts'
import { median, quantile } from './load.ts'
import { startProduct } from '../product/throwaway.ts'
import { signIn } from './live-pieces.ts'
import { storeManyLeads } from './many-leads.ts'
import { countRows, textRows } from './rows.ts'

// Compares the time of a list of 50 and of the dashboard's figures with many leads to that with few. The sides
// alternate within one run, so that other load on the machine affects both alike.
const few = 10_000
const many = Number(process.env.BENCH_LEADS || 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS || 60)
const ratioLimit = 1.3
const listLimitMs = 300
const panelLimitMs = 200
const statsLimitMs = 50
/** A smaller difference is noise, regardless of the ratio. */
const noiseMs = 1
/** A person or a day has more of these if there are more leads, so the ratio is not limited. */
const growing = /owner=me|due/

/** Starts a separate product with this many leads. */
async function open(leads: number) {
  const fill = (databaseUrl: string) => storeManyLeads(databaseUrl, leads, { worked: true })
  const product = await startProduct({ fill })
  say(`Started with ${leads} leads`)
  const db = new pg.Client({ connectionString: product.databaseUrl })
  await db.connect()
  // The API counts all leads at startup.
  await until(
    async () => (await countRows(db, "lead_fact_state where counted_until > now() - interval '15 minutes'")) > 0,
  )
  const [[lead = ''] = []] = await textRows(db, "select id from lead where stage = 'contacted' limit 1")
  await db.end()
  return { product, read: await staffReader(product), lead }
}

/** Signs in and reads paths in that session. @throws {Error} unless the status is 200 */
async function staffReader(product: { origin: string }) {
  const cookie = await signIn(product)
  return async (path: string) => {
    const begun = performance.now()
    const answer = await fetch(new URL(path, product.origin), { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`)
    const [, next] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? []
    return { milliseconds: performance.now() - begun, next }
  }
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const lists = [
  '',
  'status=sync_failed',
  'industry=retail',
  'industry=mortgage&volume=over-100000&status=synced',
  'source=Mortgage%20Page',
  `from=${day(40)}&to=${day(10)}`,
  `from=${day(400)}&to=${day(380)}&industry=retail`,
  'q=dana',
  // A single lead: the first twelve characters of the email of lead 4,321.
  `q=${createHash('md5').update('4321').digest('hex').slice(0, 12)}`,
  'q=nobody%20at%20all',
  'q=company&status=new',
  'q=company%20dana',
  // Matches nothing, although most companies are spelled similarly.
  'q=compnay',
  'converted=true',
  'converted=false&industry=retail',
  'order=name',
  'order=company-reversed',
  'order=status',
  'order=name&status=sync_failed',
  'order=company&industry=mortgage&volume=over-100000&status=synced',
  `order=name&from=${day(40)}&to=${day(10)}`,
  'order=name&q=company',
  'owner=me',
  'owner=none',
  'owner=me,none&stage=new',
  'stage=contacted,qualified',
  'stage=lost&industry=retail,mortgage',
  'due=overdue',
  'due=today',
  'order=due',
].map((query) => `/api/admin/leads?limit=50${query && `&${query}`}`)

const sides = [await open(few), await open(many)]
try {
  // Page 101, reached by paging, separately on each side.
  const deep = (order: string) =>
    Promise.all(
      sides.map(async ({ read }) => {
        let next = `/api/admin/leads?limit=50&order=${order}`
        for (let page = 0; page < 100; page += 1) next = (await read(next)).next ?? next
        return next
      }),
    )
  const cases = [
    ...lists.map((url) => ({ name: decodeURIComponent(url.split('limit=50')[1] ?? '') || 'all', urls: [url, url] })),
    { name: 'page 101 of all', urls: await deep('newest') },
    { name: 'page 101 by name', urls: await deep('name') },
    ...['timeline', 'related'].map((part) => ({
      name: `${part} of a lead`,
      urls: sides.map(({ lead }) => `/api/admin/leads/${lead}/${part}`),
    })),
    ...['', '/stages', '/statuses', '/sources', '/trends', '/daily?days=30', '/daily?days=366'].map((path) => ({
      name: `statistics${path}`,
      urls: [`/api/admin/stats${path}`, `/api/admin/stats${path}`],
    })),
  ].map((one) => ({ ...one, measured: [[] as number[], [] as number[]] }))

  for (let round = -5; round < rounds; round += 1) {
    for (const { urls, measured } of cases) {
      for (const [side, { read }] of sides.entries()) {
        const { milliseconds } = await read(urls[side] ?? '')
        if (round >= 0) measured[side]?.push(milliseconds)
      }
    }
  }

  const rows = cases.map(({ name, measured: [small = [], large = []] }) => {
    const ratio = median(large) / median(small)
    const isStatistics = name.startsWith('statistics')
    const limitMs = isStatistics ? statsLimitMs : name.endsWith('of a lead') ? panelLimitMs : listLimitMs
    const p95 = quantile(large, 0.95)
    const isAsFast = ratio <= ratioLimit || median(large) - median(small) < noiseMs
    const holds = p95 <= limitMs && (isAsFast || isStatistics || growing.test(name))
    return {
      read: name,
      [`p50 ms of ${few}`]: median(small).toFixed(2),
      [`p50 ms of ${many}`]: median(large).toFixed(2),
      ratio: ratio.toFixed(2),
      [`p95 ms of ${many}`]: p95.toFixed(2),
      'p95 limit': limitMs,
      verdict: holds ? 'passed' : 'TOO SLOW',
    }
  })
  console.table(rows)
  if (rows.some(({ verdict }) => verdict !== 'passed')) process.exitCode = 1
} finally {
  for (const { product } of sides) await product.stop()
}
