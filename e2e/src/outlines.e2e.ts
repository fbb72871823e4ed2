import { publicPaths } from './public-paths.ts'
import { expect, test } from './test.ts'

/** What screen reader users navigate by: landmarks, headings, tables and tabs. */
const jumpedBetween = /^ *- (banner|navigation|main|contentinfo|region|form|heading|table|tablist|tabpanel)\b/

test('the outline of every page matches the reviewed one', async ({ page, request }) => {
  const outlines: string[] = []
  for (const path of [...(await publicPaths(request)).toSorted(), '/nope']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const lines = (await page.locator('body').ariaSnapshot()).split('\n').filter((line) => jumpedBetween.test(line))
    outlines.push(path, ...lines.map((line) => line.replace(/:$/, '')), '')
  }
  expect(outlines.join('\n')).toMatchSnapshot('outlines.txt')
})
