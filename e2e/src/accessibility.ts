import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** `pnpm --filter e2e accessibility` checks every state of every page at every width, which takes minutes. */
export const isWhole = process.env.ACCESSIBILITY === 'all'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Injected as text, because the page's policy blocks scripts from elsewhere.
const equalAccess = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')

/** The parts of the injected script's globals that are used here. */
interface EqualAccess {
  Checker: new () => {
    engine: { ruleMap: Record<string, { run: () => unknown }> }
    /** Rule ids by policy. */
    rulesetRules: Record<string, string[]>
    check: (document: Document, policies: string[]) => Promise<{ results: EqualAccessResult[] }>
  }
}
interface EqualAccessResult {
  ruleId: string
  value: [string, string]
  message: string
  path: { dom: string }
}

/**
 * All violations that axe finds against WCAG 2.2 AA and its best practices. There must be none. Axe runs in the page
 * itself, because its Playwright driver opens a second page for each analysis and takes five times as long.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (tags) => {
    // Injected by the line above.
    const { axe: engine } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await engine.run(document, { runOnly: tags, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `axe ${id}: ${String(target)}`))
  }, wcag)
}

/** All violations of WCAG 2.2 that the Equal Access engine finds. There must be none. */
async function equalAccessFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in globalThis))) await page.evaluate(equalAccess)
  return page.evaluate(async (isWhole) => {
    const { ace } = globalThis as unknown as { ace: EqualAccess }
    const checker = new ace.Checker()
    const { rulesetRules: policies } = checker
    // A third of the rules only request a manual review, yet take a third of the time.
    const canFail = (id: string) => String(checker.engine.ruleMap[id]?.run).includes('RuleFail')
    policies['WCAG_2_2'] = policies['WCAG_2_2']?.filter(canFail) ?? []
    if (policies['WCAG_2_2'].length < 90)
      throw new Error('Equal Access says in another way which of its rules can fail')
    // This rule takes a third of the time, and reports only inline styles with !important.
    if (!document.querySelector('[style*="important"]'))
      policies['WCAG_2_2'] = policies['WCAG_2_2'].filter((id) => id !== 'text_spacing_valid')
    // Axe checks the contrast of the same state.
    if (!isWhole) policies['WCAG_2_2'] = policies['WCAG_2_2'].filter((id) => id !== 'text_contrast_sufficient')
    const { results } = await checker.check(document, ['WCAG_2_2'])
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId, message, path }) => `equal access ${ruleId}: ${message} ${path.dom}`)
  }, isWhole)
}

/** All violations that either engine finds. The two check different things. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => [
  ...(await axeFaults(page)),
  ...(await equalAccessFaults(page)),
]

const phone = { width: 375, height: 800 }

/**
 * All violations on a desktop in dark mode and on a phone in light mode, where colors, positions, and sizes differ. Axe
 * checks each state. A thorough check, done once per kind of component, also runs both engines on the desktop.
 */
export async function faultsOnBothWidths(page: Page, { isThorough = isWhole } = {}): Promise<string[]> {
  const desktop = page.viewportSize()
  if (!desktop) throw new Error('The page has no size')
  const faults = await (isThorough ? accessibilityFaults : axeFaults)(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
  await drawn(page)
  const more = await (isWhole ? accessibilityFaults : axeFaults)(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(desktop)
  await drawn(page)
  return [...faults, ...more.map((fault) => `on a phone: ${fault}`)]
}

/** Resolves once the change is fully drawn: components at the new width, popover positions, and color transitions. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
