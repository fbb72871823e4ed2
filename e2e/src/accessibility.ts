import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Given to the page as text: the page's policy lets no foreign script in.
const equalAccess = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')

/** The parts we use of what the script above puts into the page. */
interface EqualAccess {
  Checker: new () => { check: (document: Document, policies: string[]) => Promise<{ results: EqualAccessResult[] }> }
}
interface EqualAccessResult {
  ruleId: string
  value: [string, string]
  message: string
  path: { dom: string }
}

/** Every fault that axe (WCAG 2.2 AA and its best practices) finds; empty is the bar. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `axe ${id}: ${String(target)}`))
}

/** Every failure that the Equal Access engine finds against WCAG 2.2; empty is the bar. */
export async function equalAccessFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in globalThis))) await page.evaluate(equalAccess)
  return page.evaluate(async () => {
    const { ace } = globalThis as unknown as { ace: EqualAccess }
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2'])
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId, message, path }) => `equal access ${ruleId}: ${message} ${path.dom}`)
  })
}

/** What two engines that look at different things find. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => [
  ...(await axeFaults(page)),
  ...(await equalAccessFaults(page)),
]
