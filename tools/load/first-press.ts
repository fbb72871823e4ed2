import type { Browser } from 'playwright-core'

/** Milliseconds after the first paint: before React runs, while it hydrates, and afterwards. */
const moments = [0, 150, 400, 900, 2_000]
const slowdown = 4

/**
 * The longest time, in milliseconds, until the page showed an answer to its first press, on a processor slowed down four
 * times. The press comes at several moments, each on a page of its own.
 */
export async function firstPressMs(browser: Browser, url: string): Promise<number> {
  let longest = 0
  for (const moment of moments) longest = Math.max(longest, await pressAfter(browser, url, moment))
  return longest
}

async function pressAfter(browser: Browser, url: string, moment: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(() => {
      // The types do not know the threshold.
      const presses = { type: 'event', buffered: true, durationThreshold: 16 }
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) {
          if (name === 'click') document.documentElement.dataset['pressMs'] = String(duration)
        }
        // 16 ms is the shortest duration that browsers report.
      }).observe(presses)
    })
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await page.waitForTimeout(moment)
    // The menu and the demo request are on every page; the first of them that is visible is pressed.
    const button = page.locator('header button:visible').first()
    const box = await button.boundingBox()
    if (!box) throw new Error(`${url} has no button in its header`)
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    // A press that was answered sooner than browsers report leaves no entry.
    await page.waitForTimeout(1_500)
    return Number((await page.locator('html').getAttribute('data-press-ms')) ?? 0)
  } finally {
    await context.close()
  }
}
