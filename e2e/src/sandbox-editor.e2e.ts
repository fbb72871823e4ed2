import type { Page } from '@playwright/test'
import { accessibilityFaults, axeFaults } from './accessibility.ts'
import { editor, expectHtml, openCodeEditor, writeHtml } from './template-editor.ts'
import { expect, test } from './test.ts'

const codeEditor = /\/assets\/CodeEditor-/

const open = async (page: Page) => {
  await page.goto('/print/sandbox')
  await expect(page.getByRole('button', { name: /Proof It/ })).toBeVisible()
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('the code editor loads on use, and takes over the text, the cursor, and the focus', async ({ page }) => {
  const loaded: string[] = []
  let arrive: (() => void) | undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(codeEditor, async (route) => {
    loaded.push(route.request().url())
    await arrived
    await route.continue()
  })
  await open(page)
  await page.waitForLoadState('networkidle')
  expect(loaded).toEqual([])

  await editor(page).fill('<p>Typed before</p>')
  await page.keyboard.press('Home')
  expect(await page.locator('.cm-editor').count()).toBe(0)
  arrive?.()
  await expect(page.locator('.cm-editor')).toBeVisible()
  await page.keyboard.type('Later: ')
  await expectHtml(page, 'Later: <p>Typed before</p>')
})

test('the text area stays when the code editor does not load', async ({ page }) => {
  await page.route(codeEditor, (route) => route.abort())
  await open(page)
  await editor(page).fill('<p>Plain {{city}}</p>')
  await expect(page.frameLocator('iframe[title^="Draft"]').locator('p')).toHaveText('Plain Tulsa')
  await page.reload()
  await expect(editor(page)).toHaveValue('<p>Plain {{city}}</p>')
})

test('merge fields are completed and colored, and Tab indents until Esc lets it leave the editor', async ({ page }) => {
  await open(page)
  // Tab passes through an editor in which nothing was typed.
  await openCodeEditor(page)
  await editor(page).blur()
  await page.getByRole('radio', { name: 'Front' }).focus()
  await page.keyboard.press('Tab')
  await expect(editor(page)).toBeFocused()
  await expect(editor(page)).toBeInViewport()
  const before = await page.locator('.cm-line').allTextContents()
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
  expect(await page.locator('.cm-line').allTextContents()).toEqual(before)

  await writeHtml(page, '<h1>Hello </h1>')
  await page.keyboard.press('Control+End')
  for (let step = 0; step < '</h1>'.length; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('{{fir')
  await expect(page.getByRole('option', { name: /^first_name ?Dana$/ })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expectHtml(page, '<h1>Hello {{first_name}}</h1>')
  await expect(page.locator('.cm-merge-field')).toHaveText('{{first_name}}')
  await expect(page.frameLocator('iframe[title^="Draft"]').locator('h1')).toHaveText('Hello Dana')

  await page.keyboard.press('Home')
  await page.keyboard.press('Tab')
  await expectHtml(page, '  <h1>Hello {{first_name}}</h1>')
  await expect(editor(page)).toBeFocused()
  await expect(editor(page)).toHaveAccessibleDescription(/Esc, then Tab, leaves the editor/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Back to the Built-in Template')
})

test('problems are marked on their lines, and the list links to them', async ({ page }) => {
  await open(page)
  await writeHtml(page, '<style>\n  h1 { font-family: Arial }\n</style>\n<h1>{{first_name}}</h1>\n<video></video>')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('Front: The template has errors')
  const list = page.getByRole('list', { name: 'Problems in the template' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(page.locator('.cm-lint-marker')).toHaveCount(2)
  await expect(page.locator('.cm-lintRange').first()).toHaveText('Arial')
  await page.mouse.move(0, 0)
  expect(await accessibilityFaults(page)).toEqual([])

  await list.getByRole('button', { name: 'line 5' }).click()
  await expect(editor(page)).toBeFocused()
  await expect(page.locator('.cm-activeLine')).toHaveText('<video></video>')
  // The marks move with their lines.
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cm-lintRange').first()).toHaveText('Arial')
  await expect(page.getByText('Found in the saved version.')).toBeVisible()

  // They are still there after a reload.
  await page.getByRole('button', { name: 'Back to the Saved Version' }).click()
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await openCodeEditor(page)
  await expect(page.locator('.cm-lint-marker')).toHaveCount(2)
})

test('on a phone, lines wrap and nothing is cut off', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: String(baseURL),
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await open(page)
  await editor(page).tap()
  await expect(page.locator('.cm-editor')).toBeVisible()
  const scroller = page.locator('.cm-scroller')
  expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  // Below 16 px, iOS zooms in on the focused field.
  expect(await editor(page).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBe(16)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await context.close()
})
