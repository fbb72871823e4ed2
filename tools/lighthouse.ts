import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@app/embedded-postgres'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { median } from './bench/load.ts'
import { pagesOf } from './deploy/pages.ts'
import { startProduct } from './product/throwaway.ts'
import { findChromium } from './product/chromium.ts'
import { built } from './product/index.ts'
import { say } from './product/say.ts'

// Scores pages on a phone, and compares each page's LCP with that of the same page without scripts in the same run.
const rounds = Number(process.env.LIGHTHOUSE_ROUNDS || 5)
const { LIGHTHOUSE_PATHS: chosen = '/' } = process.env
/** Excludes the customer area and the tracking page, which consist of forms and figures. */
const marketingPages = () => pagesOf(built.site).filter((page) => !/^\/(account|track)/.test(page))
const paths = chosen === 'all' ? marketingPages() : chosen.split(' ')
const maxPaintRatio = 1.15
const minScores: Record<string, number> = { '/print/faq': 100, '/print/docs': 100, '/print/sandbox': 95 }

/** A copy of the built site without any script. */
function siteWithoutScripts(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bare-site-'))
  cpSync(built.site, folder, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name)
    if (/\.html\.(br|gz)$/.test(name)) rmSync(file)
    if (!name.endsWith('.html')) continue
    const scripts = /<script\b[^>]*\bsrc=[^>]*>\s*<\/script>|<link\b[^>]*\brel="?modulepreload\b[^>]*>/gi
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(scripts, ''))
  }
  return folder
}

const bareSite = siteWithoutScripts()
const [product, bareProduct] = await Promise.all([startProduct(), startProduct({ env: { SITE_DIR: bareSite } })])
const port = await freePort()
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, env, args: [...args, `--remote-debugging-port=${port}`] })

interface Run {
  /** 0 to 100. */
  scores: Record<string, number>
  paintMs: number
  blockedMs: number
}

/** Prints the audits that cost a page points, except those for speed. */
function reportFaults(categories: Result['categories'], audits: Result['audits']): void {
  for (const { id, score, auditRefs } of Object.values(categories)) {
    if (id === 'performance' || score === 1) continue
    for (const audit of auditRefs.map((ref) => audits[ref.id])) {
      if (audit?.score === 0) say(`${id}: ${audit.title} ${JSON.stringify(audit.details ?? {})}`)
    }
  }
}

/** The browser occasionally loses a trace. The page is then measured again. */
async function measure(url: string, flags: Flags): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error', ...flags })
    const { categories, audits, runtimeError } = result?.lhr ?? {}
    if (categories && audits && !runtimeError) {
      reportFaults(categories, audits)
      const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const)
      const numberOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
      const [paintMs, blockedMs] = [numberOf('largest-contentful-paint'), numberOf('total-blocking-time')]
      return { scores: Object.fromEntries(scores), paintMs, blockedMs }
    }
    if (attempt === 3) throw new Error(runtimeError?.message ?? 'Lighthouse returned nothing')
  }
}

const speedOnly: Flags = { onlyCategories: ['performance'], disableFullPageScreenshot: true }
const rows = []
try {
  for (const page of paths) {
    say(page)
    const asBuilt: Run[] = []
    const bare: Run[] = []
    for (let round = 1; round <= rounds; round += 1) {
      // The other categories do not vary from run to run.
      asBuilt.push(await measure(product.origin + page, round === 1 ? {} : speedOnly))
      bare.push(await measure(bareProduct.origin + page, speedOnly))
    }
    const scores = {
      ...asBuilt[0]?.scores,
      performance: median(asBuilt.flatMap((run) => run.scores['performance'] ?? [])),
    }
    const paint = median(asBuilt.map((run) => run.paintMs))
    const ratio = paint / median(bare.map((run) => run.paintMs))
    const isGood = Object.entries(scores).every(
      ([name, score]) => score >= (name === 'performance' ? (minScores[page] ?? 98) : 100),
    )
    rows.push({
      page,
      ...scores,
      'LCP ms': Math.round(paint),
      'LCP / without scripts': ratio.toFixed(2),
      'TBT ms': Math.round(median(asBuilt.map((run) => run.blockedMs))),
      // If a page without scripts misses the limit, the machine is too slow to judge ours.
      'performance without scripts': median(bare.flatMap((run) => run.scores['performance'] ?? [])),
      'TBT ms without scripts': Math.round(median(bare.map((run) => run.blockedMs))),
      verdict: isGood && ratio <= maxPaintRatio ? 'passed' : 'MISSED',
    })
  }
  console.table(rows)
  if (rows.some(({ verdict }) => verdict === 'MISSED')) process.exitCode = 1
} finally {
  await browser.close()
  await Promise.all([product.stop(), bareProduct.stop()])
  rmSync(bareSite, { recursive: true })
}
