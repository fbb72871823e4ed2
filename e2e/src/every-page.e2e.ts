import type { Page } from '@playwright/test'
import { clippedText } from './clipped-text.ts'
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
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
      const shows = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      // The box of a link on two lines includes space next to the link, where its center may be.
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

// One test, so that each page is opened once.
test('every page has its recorded outline, a visible focus, help in the same order, and room for text at twice the size', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const browser = await page.context().newCDPSession(page)
  /** A preference of the browser, which media queries follow. */
  const setTextSize = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  const faults: string[] = []
  const helpOrders = new Set<string>()
  const outlines: string[] = []
  for (const path of [...(await publicPaths(request)).toSorted(), '/nope']) {
    await setTextSize(16)
    await page.goto(path)
    // Its lazy parts have loaded.
    await page.waitForLoadState('networkidle')
    outlines.push(path, ...(await outlineOf(page)), '')
    faults.push(...(await focusFaults(page)).map((fault) => `${path}: ${fault}`))
    const help = page.getByRole('contentinfo').getByRole('link', { name: /555|@|API Documentation|FAQ|Schedule/ })
    if (path !== '/nope') helpOrders.add((await help.allTextContents()).join(', '))
    await setTextSize(32)
    faults.push(...(await clippedText(page)).map((fault) => `${path}: ${fault}`))
  }
  expect(faults).toEqual([])
  expect([...helpOrders]).toHaveLength(1)
  expect(outlines.join('\n')).toMatchSnapshot('outlines.txt')
})
