import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { median } from './load/median.ts'
import { startProxy, withoutScripts } from './load/stripping-proxy.ts'
import { table } from './load/table.ts'
import { findChromium } from './product/chromium.ts'
import { answers, built, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { complain, say } from './product/say.ts'

// The home page on a phone, beside the same page without its scripts: what React costs the first look, in one run.
const rounds = Number(process.env.LIGHTHOUSE_ROUNDS || 5)
const pathToMeasure = process.env.LIGHTHOUSE_PATH || '/'
const performanceFloor = 98
const paintRatioLimit = 1.25

const database = await startPostgres({ dataDir: mkdtempSync(path.join(tmpdir(), 'lighthouse-')), throwaway: true })
const port = await freePort()
const environment = productEnvironment(database.url(), port)
await migrate(environment)
const api = spawnNode(built.server, environment)
const asBuilt = await startProxy(port, (html) => html)
const stripped = await startProxy(port, withoutScripts)

const debuggingPort = await freePort()
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  env,
  args: [...args, `--remote-debugging-port=${debuggingPort}`],
})

interface Run {
  /** 0 to 100. */
  scores: Record<string, number>
  largestPaintMs: number
  blockedMs: number
  layoutShift: number
}

async function measure(origin: string): Promise<Run> {
  const result = await lighthouse(`${origin}${pathToMeasure}`, { port: debuggingPort, logLevel: 'error' })
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse said nothing')
  const { categories, audits } = result.lhr
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  const failed = counted.map(({ id }) => audits[id]).filter((audit) => audit?.score === 0)
  for (const audit of failed) say(`${audit?.id}: ${audit?.title}`)
  return {
    scores: Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? NaN,
    blockedMs: audits['total-blocking-time']?.numericValue ?? NaN,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? NaN,
  }
}

const sides = [
  { label: `${pathToMeasure} as built`, origin: asBuilt.origin, runs: [] as Run[] },
  { label: 'without its scripts', origin: stripped.origin, runs: [] as Run[] },
]

try {
  if (!(await answers(`http://127.0.0.1:${port}/readyz`, 15_000))) throw new Error('The API did not become ready')
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    for (const side of sides) side.runs.push(await measure(side.origin))
  }
  judge()
} finally {
  await browser.close()
  asBuilt.close()
  stripped.close()
  api.kill('SIGTERM')
  if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
  await database.stop()
}

function judge(): void {
  const medianOf = (runs: Run[], value: (run: Run) => number) => median(runs.map(value))
  const rows = sides.map(({ label, runs }) => ({
    page: label,
    ...Object.fromEntries(
      Object.keys(runs[0]?.scores ?? {}).map((category) => [
        category,
        medianOf(runs, (run) => run.scores[category] ?? 0),
      ]),
    ),
    'LCP ms': Math.round(medianOf(runs, (run) => run.largestPaintMs)),
    'TBT ms': Math.round(medianOf(runs, (run) => run.blockedMs)),
    CLS: medianOf(runs, (run) => run.layoutShift).toFixed(3),
  }))
  const paint = ({ runs }: { runs: Run[] }) => medianOf(runs, (run) => run.largestPaintMs)
  const ratio = paint(sides[0]!) / paint(sides[1]!)
  console.log(`\n${table(rows)}\n\nLCP as built / without scripts: ${ratio.toFixed(2)}\n`)

  const scores = Object.entries(rows[0] ?? {}).filter(([name]) => name in (sides[0]?.runs[0]?.scores ?? {}))
  const low = scores.filter(([name, score]) => Number(score) < (name === 'performance' ? performanceFloor : 100))
  for (const [name, score] of low) complain(`${name} is ${score}`)
  if (!(ratio <= paintRatioLimit)) complain(`The LCP ratio is over ${paintRatioLimit}`)
  if (low.length > 0 || !(ratio <= paintRatioLimit)) process.exitCode = 1
}
