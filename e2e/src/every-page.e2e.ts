import type { Page } from '@playwright/test'
import { accessibilityFaults, axeFaults } from './accessibility.ts'
import { clippedText, spaceText } from './clipped-text.ts'
import { weigh } from './page-weight.ts'
import { publicPaths } from './public-paths.ts'
import { expect, test } from './test.ts'

/** The outline that screen reader users navigate by: landmarks, headings, tables, and tabs. */
const jumpedBetween = /^ *- (banner|navigation|main|contentinfo|region|form|heading|table|tablist|tabpanel)\b/

const outlineOf = async (page: Page): Promise<string[]> =>
  (await page.locator('body').ariaSnapshot())
    .split('\n')
    .filter((line) => jumpedBetween.test(line))
    .map((line) => line.replace(/:$/, ''))

/** Presses Tab through the whole page and reports each element whose focus is invisible or covered. */
async function focusFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (let stop = 1; ; stop += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return 'end'
      // The focus ring of the code editor, which replaces a text area once loaded, is on the frame around both.
      const ringed = element.matches('[contenteditable]') ? (element.closest('[class*=_code_]') ?? element) : element
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(ringed)
      const shows = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      // The box of a two-line link includes space next to the link, which may contain its center.
      const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
      const seen = document.elementsFromPoint(left + width / 2, top + height / 2)[0]
      const isOnTop = seen === element || element.contains(seen ?? null) || seen?.contains(element)
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const box = element.getBoundingClientRect()
      let clip = element.parentElement
      while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
      const isCut = clip && clip !== document.documentElement && box.left - ring < clip.getBoundingClientRect().left
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 60)
      if (isCut) return `the ring on ${name} is cut off`
      return (shows ? '' : `no ring on ${name}`) || (isOnTop ? '' : `${seen?.tagName ?? 'nothing'} lies over ${name}`)
    })
    if (found === 'end') return stop > 10 ? faults : [...faults, `the Tab key ends after ${stop} stops`]
    if (found) faults.push(found)
  }
}

/** Text that is cut off when the browser's font size preference, which media queries follow, is doubled. */
async function largeTextFaults(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const setTextSize = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  await setTextSize(32)
  const faults = await clippedText(page)
  await setTextSize(16)
  return faults.map((fault) => `at twice the size: ${fault}`)
}

/** The faults of the open page in narrower and narrower windows, ending with a phone. */
async function narrowFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [1440, 1024, 768, 375, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) faults.push(`scrolls sideways at ${width} px`)
  }
  faults.push(...(await axeFaults(page)).map((fault) => `on a phone: ${fault}`))
  await spaceText(page)
  faults.push(...(await clippedText(page)).map((fault) => `with wide spacing: ${fault}`))
  return faults
}

/** Everything that goes wrong in the console or on the network. */
function troubleOf(page: Page, baseURL: string): string[] {
  const trouble: string[] = []
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('requestfailed', (failed) => trouble.push(`${failed.url()} failed`))
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL) && !asked.url().startsWith('data:'))
      trouble.push(`${asked.url()} is another host`)
  })
  return trouble
}

// One test, so that each page opens only once.
test('every page has its recorded outline, a visible focus, a clean console, no accessibility problems, a weight within its budget, and room for its text at any width and size', async ({
  browser,
  request,
  product: { origin: baseURL },
}) => {
  test.setTimeout(240_000)
  const faults: string[] = []
  const helpOrders = new Set<string>()
  const outlines: string[] = []
  for (const path of [...(await publicPaths(request)).toSorted(), '/nope']) {
    const add = (found: string[]) => void faults.push(...found.map((fault) => `${path}: ${fault}`))
    // Every page is measured as a visitor's first page.
    const page = await browser.newPage({ baseURL })
    const trouble = troubleOf(page, baseURL)
    const excess = weigh(page)
    const answer = await page.goto(path)
    if (answer?.status() !== (path === '/nope' ? 404 : 200)) add([`the status is ${answer?.status()}`])
    // Wait until its lazy parts have loaded.
    await page.waitForLoadState('networkidle')
    add(await excess())
    outlines.push(path, ...(await outlineOf(page)), '')
    add(await accessibilityFaults(page))
    add(await focusFaults(page))
    const help = page.getByRole('contentinfo').getByRole('link', { name: /555|@|API Documentation|FAQ|Schedule/ })
    if (path !== '/nope') helpOrders.add((await help.allTextContents()).join(', '))
    add(await largeTextFaults(page))
    add(await narrowFaults(page))
    // The browser also reports the 404 page's own status.
    add(trouble.filter((one) => path !== '/nope' || !one.includes('status of 404')))
    await page.close()
  }
  expect(faults).toEqual([])
  expect([...helpOrders]).toHaveLength(1)
  expect(outlines.join('\n')).toMatchSnapshot('outlines.txt')
})
