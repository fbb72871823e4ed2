import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../product/chromium.ts'
import { say } from '../product/say.ts'
import { type BenchWindow, watch } from './browser-times.ts'
import { quantile, table } from './load.ts'
import { staff, startProduct } from '../product/throwaway.ts'
import { storeManyLeads } from './many-leads.ts'

// How long staff wait in a browser with many leads: from the input event to the frame that shows the new rows or the
// timeline of a lead, and from each interaction to the next paint.
const leads = Number(process.env.BENCH_LEADS || 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS || 12)
const rowsLimitMs = 300
const panelLimitMs = 200
const interactionLimitMs = 200

const fill = (databaseUrl: string) => storeManyLeads(databaseUrl, leads, { worked: true })
const product = await startProduct({ fill })
const { origin } = product
say(`Started with ${leads} leads`)

const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
await context.addInitScript(watch)
await context.request.post(`${origin}/api/login`, { form: staff, headers: { origin }, maxRedirects: 0 })

/** Opens a screen with a fresh cache and waits for its rows. */
async function open(address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}${address}`)
  await page.locator('table[aria-busy="false"]').waitFor()
  return page
}

/** Milliseconds from an action to the rows that result from it. */
async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => ((globalThis as BenchWindow).bench.settledAt = 0))
  await act()
  await page.waitForFunction(() => (globalThis as BenchWindow).bench.settledAt > 0, undefined, { polling: 20 })
  return page.evaluate(() => {
    const { settledAt, begunAt } = (globalThis as BenchWindow).bench
    return settledAt - begunAt
  })
}

/** Milliseconds from pressing a row to the timeline of its lead. */
async function timedPanel(page: Page, row: number): Promise<number> {
  await page.locator('[data-row]').nth(row).click()
  const shown = await page.waitForFunction(
    () => document.querySelector('[role="dialog"] [aria-labelledby="timeline"] li') && performance.now(),
    undefined,
    { polling: 'raf' },
  )
  const shownAt = Number(await shown.jsonValue())
  const begunAt = await page.evaluate(() => (globalThis as BenchWindow).bench.begunAt)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return shownAt - begunAt
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const filters: [label: string, values: string[]][] = [
  ['Status', ['sync_failed', 'new', 'synced']],
  ['Industry', ['retail', 'mortgage', 'health', 'automotive']],
  ['Volume', ['over-100000', '1000-5000', 'under-1000']],
  ['Source', ['Mortgage Page', 'Main Website']],
]
const heads = ['Contact', 'Company', 'Status']
const words = ['dana', 'company', 'nobody at all', 'a1b2', 'example.com', 'c4ca42']

const measured = {
  filter: [] as number[],
  'day filter': [] as number[],
  order: [] as number[],
  page: [] as number[],
  search: [] as number[],
  view: [] as number[],
  panel: [] as number[],
}
const interactions: number[] = []

try {
  for (let round = 0; round < rounds; round += 1) {
    const page = await open('/admin')
    for (const [label, values] of filters) {
      const value = values[round % values.length] ?? ''
      measured.filter.push(await timed(page, () => page.getByLabel(label, { exact: true }).selectOption(value)))
    }
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByLabel('Dates', { exact: true }).selectOption('custom')
    measured['day filter'].push(await timed(page, () => page.getByLabel('From', { exact: true }).fill(day(30 + round))))
    await page.getByRole('button', { name: 'Clear all' }).click()
    for (const head of heads) {
      const button = page.getByRole('columnheader', { name: head }).getByRole('button')
      // Each way.
      for (let press = 0; press < 2; press += 1) measured.order.push(await timed(page, () => button.click()))
    }
    for (let turn = 0; turn < 5; turn += 1) {
      measured.page.push(await timed(page, () => page.getByRole('button', { name: 'Next page' }).click()))
    }
    const box = page.getByRole('searchbox', { name: 'Search leads' })
    measured.search.push(
      await timed(page, () => box.pressSequentially(words[round % words.length] ?? '', { delay: 40 })),
    )
    interactions.push(...Object.values(await page.evaluate(() => (globalThis as BenchWindow).bench.interactions)))
    await page.close()

    const desk = await open('/admin/leads')
    for (const name of ['Mine', 'Due', 'Unassigned']) {
      measured.view.push(
        await timed(desk, () =>
          desk
            .getByRole('tab', { name: new RegExp(`^${name}`) })
            .first()
            .click(),
        ),
      )
    }
    for (let row = 0; row < 4; row += 1) measured.panel.push(await timedPanel(desk, row))
    interactions.push(...Object.values(await desk.evaluate(() => (globalThis as BenchWindow).bench.interactions)))
    await desk.close()
  }

  const row = (name: string, values: number[], limit: number) => ({
    what: name,
    times: values.length,
    'p50 ms': quantile(values, 0.5).toFixed(0),
    'p95 ms': quantile(values, 0.95).toFixed(0),
    'worst ms': quantile(values, 1).toFixed(0),
    'p95 limit': limit,
    verdict: quantile(values, 0.95) <= limit ? 'passed' : 'TOO SLOW',
  })
  const rows = [
    row('filter to rows', measured.filter, rowsLimitMs),
    row('day filter to rows', measured['day filter'], rowsLimitMs),
    row('order to rows', measured.order, rowsLimitMs),
    row('page to rows', measured.page, rowsLimitMs),
    // Measured from the last key: the search box is debounced by a quarter of a second.
    row('search to rows', measured.search, rowsLimitMs + 250),
    row('view of the desk to rows', measured.view, rowsLimitMs),
    row('row to the timeline of its lead', measured.panel, panelLimitMs),
    row('interaction to next paint', interactions, interactionLimitMs),
  ]
  console.log(`\n${table(rows)}\n`)
  if (rows.some(({ verdict }) => verdict !== 'passed')) process.exitCode = 1
} finally {
  await browser.close()
  await product.stop()
}
