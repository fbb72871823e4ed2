import type { Locator } from '@playwright/test'
import { open } from './open.ts'
import { expect, test } from './test.ts'

test('the first Tab stop is a skip link', async ({ page }) => {
  await open(page, '/print')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
})

test('the focus moves to the new page, and Back restores it', async ({ page }) => {
  await open(page, '/')
  const title = await page.title()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Print API' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/from your code/)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.title()).not.toBe(title)
  await page.goBack()
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a demo can be requested on a phone with the keyboard alone', async ({ page, db }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/mortgage')
  const tabTo = async (target: Locator) => {
    for (let stop = 0; stop < 20; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not lead to ${String(target)}`)
  }
  await tabTo(page.getByRole('button', { name: 'Menu' }))
  await page.keyboard.press('Enter')
  const demo = page.getByRole('banner').getByRole('button', { name: 'Get Demo' })
  await tabTo(demo)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await expect(dialog).toBeVisible()
  for (const [label, word] of [
    ['First name', 'Dana'],
    ['Last name', 'Example'],
    ['Work email', 'dana@example.com'],
  ] as const) {
    await tabTo(dialog.getByLabel(label))
    await page.keyboard.type(word)
  }
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(demo).toBeFocused()
  expect((await db.query('select email from lead')).rows).toEqual([{ email: 'dana@example.com' }])
})

test('the first invalid field scrolls into view with its label, in the dialog too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await open(page, '/print/faq')
  await page.getByRole('main').getByRole('button', { name: 'Contact Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await dialog.getByRole('button', { name: 'Request a Demo' }).click()
  await expect(dialog.getByLabel('First name')).toBeFocused()
  const label = dialog.locator('label', { hasText: 'First name' })
  await expect(label).toBeInViewport({ ratio: 1 })
  expect(await label.evaluate(isUncovered)).toBe(true)
})

/** True when nothing covers its center. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return element.contains(seen)
}

test('nothing moves for visitors who prefer reduced motion', async ({ page }) => {
  const card = page.getByRole('main').getByRole('img').first()
  await page.clock.install()
  await open(page, '/')
  await page.clock.runFor(3_000)
  await expect(card).toContainText('Dear Dana')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/')
  // Each frame of a fade costs a page that is still loading.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  // The animation starts when the pieces become visible.
  await expect(async () => {
    await page.clock.runFor(1_500)
    await expect(card).toContainText('Dear Marcus', { timeout: 100 })
  }).toPass()
})

test("a term's tooltip stays while hovered, and Escape closes it", async ({ page }) => {
  await open(page, '/print/pricing')
  await page.getByRole('button', { name: 'First Class' }).hover()
  const hint = page.getByRole('tooltip')
  await expect(hint).toBeVisible()
  await hint.hover()
  await expect(hint).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hint).toBeHidden()
})

test('moving from one term to the next opens its hint at once; no hint covers another term', async ({ page }) => {
  await page.clock.install({ time: '2030-01-02T12:00:00Z' })
  await open(page, '/print/pricing')
  // From here on, time passes only in `runFor`, however long a slow machine takes to move the pointer.
  await page.clock.pauseAt('2030-01-02T13:00:00Z')
  const terms = await page.locator('[data-term]').all()
  const hint = page.getByRole('tooltip')
  for (const [from, to] of terms.flatMap((term, index) => {
    const next = terms[index + 1]
    return next ? [[term, next] as const, [next, term] as const] : []
  })) {
    await page.mouse.move(0, 0)
    await expect(hint).toBeHidden()
    await from.hover()
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(hint).toBeVisible({ timeout: 100 })
    }).toPass()
    const first = String(await hint.textContent())
    const box = await to.boundingBox()
    const around = await hint.boundingBox()
    if (!box || !around) throw new Error('a term or its hint is not shown')
    const isApart =
      around.x >= box.x + box.width ||
      box.x >= around.x + around.width ||
      around.y >= box.y + box.height ||
      box.y >= around.y + around.height
    expect(isApart).toBe(true)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
    await page.clock.runFor(50)
    await expect(hint.filter({ hasNotText: first })).toBeVisible()
  }
  expect(terms).toHaveLength(3)
})

test('a toast stays while hovered, and closes five seconds later', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/leads', (route) => route.abort())
  await open(page, '/nope')
  await page.getByRole('button', { name: 'Contact Us Now' }).click()
  await page.getByLabel('First name').fill('Dana')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Work email').fill('dana@example.com')
  await page.getByLabel('Work email').press('Enter')
  const toast = page.getByRole('alert')
  await toast.hover()
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(5_500)
  await expect(toast).toBeHidden()
})

test('each address field has an autocomplete token and says whether it is required', async ({ page }) => {
  await open(page, '/print/samples')
  const fields = page.locator('#request').locator('input:not([tabindex="-1"]), select')
  const said = await fields.evaluateAll((elements) =>
    elements.map((element) => [element.getAttribute('autocomplete'), element.hasAttribute('required')]),
  )
  expect(said).toEqual([
    ['given-name', true],
    ['family-name', true],
    ['email', true],
    ['tel', false],
    ['organization', false],
    ['address-line1', true],
    ['address-line2', false],
    ['address-level2', true],
    ['address-level1', true],
    ['postal-code', true],
    [null, true],
  ])
  await expect(page.getByText('Fields marked * are required.')).toBeVisible()
})
