import type { Page } from '@playwright/test'
import { requestDemo } from './request-demo.ts'
import { expect, test } from './test.ts'

const landing = '/mortgage?utm_source=News&utm_campaign=Spring%20Mailing'

/** Simulates a phone on a slow network, whose scripts arrive long after the first paint. */
async function throttle(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Follows a link right after the first paint of the first page. Runs in the browser, because a test would be slow. */
async function followLink(page: Page, href: string): Promise<void> {
  await page.addInitScript((selector) => {
    if (location.pathname !== '/mortgage') return
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect()
      requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.click())
    }).observe({ type: 'paint', buffered: true })
  }, `a[href="${href}"]`)
}

const campaign = { source: 'News', campaign: 'Spring Mailing', page: '/mortgage' }
const attributed = { first: expect.objectContaining(campaign), last: expect.objectContaining(campaign) }

test('a visitor who leaves the landing page right after the first paint is attributed to the campaign', async ({
  page,
  db,
  consoleErrors,
}) => {
  await throttle(page)
  await followLink(page, '/print/pricing')
  await page.goto(landing, { waitUntil: 'commit' })
  await page.waitForURL('/print/pricing')
  await requestDemo(page, 'quick@example.com')
  const { rows } = await db.query('select touches from lead')
  expect(rows).toEqual([{ touches: { ...attributed, formPage: '/print/pricing' } }])
  expect(consoleErrors).toEqual([])
})

test('Back, a reload, and another tab do not change the attribution', async ({ page, context, db }) => {
  await page.goto(landing)
  await page.goto('/print?utm_source=Partner')
  await page.goBack()
  await page.reload()
  await page.goto('/print/letters')
  const tab = await context.newPage()
  await tab.goto('/print/pricing')
  await requestDemo(tab, 'later@example.com')
  const { rows } = await db.query('select touches from lead')
  const last = { at: expect.any(String), source: 'Partner', page: '/print' }
  expect(rows).toEqual([{ touches: { ...attributed, last, formPage: '/print/pricing' } }])
})
