/// <reference lib="dom" />

import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../product/chromium.ts'
import { say } from '../product/say.ts'
import { staff, startProduct } from '../product/throwaway.ts'
import { quantile } from './load.ts'
import { storeManyLeads } from './many-leads.ts'

// Measures how long staff wait in a browser with many leads: from the input event to the frame that shows the new rows
// or a lead's timeline.
const leads = Number(process.env.BENCH_LEADS || 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS || 12)
/** p95 in milliseconds. The search box waits a quarter of a second for the next keystroke. */
const limits = { filter: 300, 'day filter': 300, order: 300, page: 300, search: 550, view: 300, timeline: 200 }
const measured = new Map(Object.keys(limits).map((name) => [name, [] as number[]]))

const product = await startProduct({ fill: (databaseUrl) => storeManyLeads(databaseUrl, leads, { worked: true }) })
const { origin } = product
say(`Started with ${leads} leads`)
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
// Records the time of the last input.
await context.addInitScript(() => {
  for (const kind of ['click', 'input', 'change'])
    document.addEventListener(
      kind,
      ({ timeStamp }) => (document.documentElement.dataset['begun'] = `${timeStamp}`),
      true,
    )
})
await context.request.post(`${origin}/api/login`, { form: staff, headers: { origin }, maxRedirects: 0 })

/** Opens a screen with a fresh cache and waits for its rows. */
async function open(address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}${address}`)
  await page.locator('table[aria-busy="false"]').waitFor()
  return page
}

/** Measures the time from an action to the frame in which `selector` appears, or reappears if it is already there. */
async function timed(page: Page, name: keyof typeof limits, selector: string, act: () => Promise<unknown>) {
  const shown = page.evaluate(async (wanted) => {
    let isGone = !document.querySelector(wanted)
    for (;;) {
      await new Promise(requestAnimationFrame)
      const isThere = Boolean(document.querySelector(wanted))
      if (isGone && isThere) return performance.now() - Number(document.documentElement.dataset['begun'])
      isGone ||= !isThere
    }
  }, selector)
  await act()
  measured.get(name)?.push(await shown)
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const filters = { Status: 'sync_failed', Industry: 'retail', Volume: 'over-100000', Source: 'Mortgage Page' }
const words = ['dana', 'company', 'nobody at all', 'a1b2', 'example.com', 'c4ca42']
const rows = 'table[aria-busy="false"]'

try {
  for (let round = 0; round < rounds; round += 1) {
    const page = await open('/admin')
    for (const [label, value] of Object.entries(filters))
      await timed(page, 'filter', rows, () => page.getByLabel(label, { exact: true }).selectOption(value))
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByLabel('Dates', { exact: true }).selectOption('custom')
    await timed(page, 'day filter', rows, () => page.getByLabel('From', { exact: true }).fill(day(30 + round)))
    await page.getByRole('button', { name: 'Clear all' }).click()
    for (const head of ['Contact', 'Company', 'Status'])
      await timed(page, 'order', rows, () => page.getByRole('columnheader', { name: head }).getByRole('button').click())
    for (let turn = 0; turn < 5; turn += 1)
      await timed(page, 'page', rows, () => page.getByRole('button', { name: 'Next page' }).click())
    const box = page.getByRole('searchbox', { name: 'Search leads' })
    const word = words[round % words.length] ?? ''
    await timed(page, 'search', rows, () => box.pressSequentially(word, { delay: 40 }))
    await page.close()

    const desk = await open('/admin/leads')
    for (const name of [/^Mine/, /^Due/, /^Unassigned/])
      await timed(desk, 'view', rows, () => desk.getByRole('tab', { name }).first().click())
    for (let row = 0; row < 4; row += 1) {
      const timeline = '[role="dialog"] [aria-labelledby="timeline"] li'
      await timed(desk, 'timeline', timeline, () => desk.locator('[data-row]').nth(row).click())
      await desk.keyboard.press('Escape')
      await desk.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await desk.close()
  }
  const figures = Object.entries(limits).map(([what, limit]) => {
    const times = measured.get(what) ?? []
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
    const verdict = p95 <= limit ? 'passed' : 'TOO SLOW'
    return { what, times: times.length, 'p50 ms': p50.toFixed(0), 'p95 ms': p95.toFixed(0), limit, verdict }
  })
  console.table(figures)
  if (figures.some(({ verdict }) => verdict !== 'passed')) process.exitCode = 1
} finally {
  await browser.close()
  await product.stop()
}
