import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import lighthouse, { type Flags } from 'lighthouse'
import { chromium } from 'playwright-core'
import { median } from './load/quantile.ts'
import { firstPressMs } from './load/first-press.ts'
import { startProxy, withoutHydration, withoutScripts } from './load/stripping-proxy.ts'
import { table } from './load/table.ts'
import { findChromium } from './product/chromium.ts'
import { answers, built, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { complain, say } from './product/say.ts'

// Scores pages on a phone. Compares each with itself without scripts, which shows what React costs the first paint, and
// with itself loading the same scripts but hydrating nothing, which shows for how long hydration blocks the page.
const rounds = Number(process.env.LIGHTHOUSE_ROUNDS || 7)
/** "/ /print" for instance, or "all". */
const chosen = process.env.LIGHTHOUSE_PATHS || '/'
const everyPath =
  '/ /print /print/postcards /print/letters /print/pricing /print/samples /print/faq /print/docs /print/sandbox /mortgage ' +
  '/USPSInformedDelivery /digital-audience /accelerate2025'
const pathsToMeasure = (chosen === 'all' ? everyPath : chosen).split(' ')
const performanceFloors: Record<string, number> = { '/print/faq': 100, '/print/docs': 100, '/print/sandbox': 95 }
const performanceFloor = (page: string): number => performanceFloors[page] ?? 98
const paintRatioLimit = 1.15
const blockedRatioLimit = 1.5
/** Below this many milliseconds, a ratio says more about the machine than about the page. */
const blockedFloorMs = 50
const pressLimitMs = 200

const database = await startPostgres({ dataDir: mkdtempSync(path.join(tmpdir(), 'lighthouse-')), throwaway: true })
const port = await freePort()
const environment = productEnvironment(database.url, port)
await migrate(environment)
const api = spawnNode(built.server, environment)
const asBuilt = await startProxy(port, (html) => html)
const stripped = await startProxy(port, withoutScripts)
const unhydrated = await startProxy(port, withoutHydration)

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

/** The browser occasionally loses a trace. The page is then measured again. */
async function traced(url: string, flags: Flags) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await lighthouse(url, { port: debuggingPort, logLevel: 'error', ...flags })
    if (result && !result.lhr.runtimeError) return result
    if (attempt === 3) throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse said nothing')
  }
}

/** What does not change from one run to the next is looked at once: the other categories take longer than this one. */
const speedOnly: Flags = { onlyCategories: ['performance'], disableFullPageScreenshot: true }

async function measure(url: string, flags: Flags = speedOnly): Promise<Run> {
  const result = await traced(url, flags)
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

interface Measured {
  path: string
  asBuilt: Run[]
  stripped: Run[]
  unhydrated: Run[]
  /** How long the first press waited for its answer. */
  presses: number[]
}

const measured: Measured[] = pathsToMeasure.map((one) => ({
  path: one,
  asBuilt: [],
  stripped: [],
  unhydrated: [],
  presses: [],
}))

const lastOf = (runs: Run[]) => runs.at(-1)?.blockedMs.toFixed(0)

try {
  if (!(await answers(`http://127.0.0.1:${port}/readyz`, 15_000))) throw new Error('The API did not become ready')
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    for (const page of measured) {
      page.asBuilt.push(await measure(asBuilt.origin + page.path, round === 1 ? {} : speedOnly))
      page.stripped.push(await measure(stripped.origin + page.path))
      page.unhydrated.push(await measure(unhydrated.origin + page.path))
      page.presses.push(await firstPressMs(browser, asBuilt.origin + page.path))
      say(`${page.path}: blocked for ${lastOf(page.asBuilt)} ms, ${lastOf(page.unhydrated)} ms without hydration`)
    }
  }
  judge()
} finally {
  await browser.close()
  asBuilt.close()
  stripped.close()
  unhydrated.close()
  api.kill('SIGTERM')
  if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
  await database.stop()
}

function judge(): void {
  const medianOf = (runs: Run[], value: (run: Run) => number) => median(runs.map(value))
  const paint = (runs: Run[]) => medianOf(runs, (run) => run.largestPaintMs)
  const rows = measured.map(({ path: page, asBuilt: built, stripped: bare, unhydrated: idle, presses }) => {
    const scores = Object.fromEntries(
      Object.keys(built[0]?.scores ?? {}).map((name) => [name, median(built.flatMap((run) => run.scores[name] ?? []))]),
    )
    const ratio = paint(built) / paint(bare)
    const blocked = medianOf(built, (run) => run.blockedMs)
    const blockedIdle = medianOf(idle, (run) => run.blockedMs)
    const blockedRatio = Math.max(blocked, blockedFloorMs) / Math.max(blockedIdle, blockedFloorMs)
    const press = median(presses)
    for (const [name, score] of Object.entries(scores)) {
      if (score >= (name === 'performance' ? performanceFloor(page) : 100)) continue
      complain(`${page}: ${name} is ${score}`)
      process.exitCode = 1
    }
    if (!(ratio <= paintRatioLimit)) {
      complain(`${page}: the LCP ratio is over ${paintRatioLimit}`)
      process.exitCode = 1
    }
    if (!(blockedRatio <= blockedRatioLimit)) {
      complain(`${page}: the page is blocked for over ${blockedRatioLimit} times as long as without hydration`)
      process.exitCode = 1
    }
    if (!(press <= pressLimitMs)) {
      complain(`${page}: the first press waits for its answer for over ${pressLimitMs} ms`)
      process.exitCode = 1
    }
    return {
      page,
      ...scores,
      'LCP ms': Math.round(paint(built)),
      'without scripts': Math.round(paint(bare)),
      ratio: ratio.toFixed(2),
      'TBT ms': Math.round(blocked),
      'without hydration': Math.round(blockedIdle),
      'TBT ratio': blockedRatio.toFixed(2),
      'first press ms': Math.round(press),
      CLS: medianOf(built, (run) => run.layoutShift).toFixed(3),
    }
  })
  console.log(`\n${table(rows)}\n`)
}
