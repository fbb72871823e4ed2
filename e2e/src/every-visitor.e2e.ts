import type { Locator, Page } from '@playwright/test'
import { open } from './open.ts'
import { expect, test } from './test.ts'

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 20; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${String(target)}`)
}

/** True if nothing covers the element's center. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return element.contains(seen)
}

test('a demo can be requested on a phone by keyboard alone, in a dialog that traps the keyboard focus', async ({
  page,
  db,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/mortgage')
  await tabTo(page, page.getByRole('button', { name: 'Menu' }))
  await page.keyboard.press('Enter')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Get Demo' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }

  await tabTo(page, dialog.getByRole('button', { name: 'Request a Demo' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('First name')).toBeFocused()
  const label = dialog.locator('label', { hasText: 'First name' })
  await expect(label).toBeInViewport({ ratio: 1 })
  expect(await label.evaluate(isUncovered)).toBe(true)
  for (const [name, word] of [
    ['First name', 'Dana'],
    ['Last name', 'Example'],
    ['Work email', 'dana@example.com'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(name))
    await page.keyboard.type(word)
  }
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect((await db.query('select email, source from lead')).rows).toEqual([
    { email: 'dana@example.com', source: 'Mortgage Page' },
  ])
})

test('the ROI button does nothing, and the figures next to it can be sent', async ({ page }) => {
  await open(page, '/mortgage')
  await page.getByLabel('Pieces a month').fill('20000')
  await expect(page).toHaveURL(/pieces=20000/)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.getByRole('button', { name: 'ROI', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/mortgage?pieces=20000')
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Send Us These Figures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await expect(dialog.getByLabel('Message')).toHaveValue(/20,000 pieces a month/)
})

test('on a phone, ten templates do not push the form off the page, all price tiers are visible, and the event page links to its form', async ({
  staffPage: page,
  baseURL,
}) => {
  for (let number = 1; number <= 10; number += 1) {
    const made = await page.request.post('/api/admin/sample-templates', {
      headers: { origin: String(baseURL) },
      data: { name: `Piece ${number}`, type: 'postcard', description: 'A card with a map.', active: true },
    })
    expect(made.status()).toBe(201)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/print/samples')
  await page.locator('#pieces').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Add to My Request' })).toHaveCount(10)
  const [pieces, request] = [await page.locator('#pieces').boundingBox(), await page.locator('#request').boundingBox()]
  expect((request?.y ?? 0) - (pieces?.y ?? 0)).toBeLessThan(844)

  await page.goto('/print/pricing')
  const prices = page.getByRole('region', { name: 'Prices by pieces a month' })
  for (const width of [320, 390, 708, 768]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await prices.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await prices.getByText('$0.835').scrollIntoViewIfNeeded()
    await expect(prices.getByText('$0.835')).toBeInViewport({ ratio: 1 })
  }

  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/accelerate2025')
  await page.getByRole('main').getByRole('button', { name: 'Request Samples' }).click()
  await expect(page.getByLabel('First name')).toBeInViewport({ ratio: 1 })
})

test('nothing moves for visitors who prefer reduced motion', async ({ page }) => {
  const card = page.getByRole('main').getByRole('img').first()
  await page.clock.install()
  await open(page, '/')
  await page.clock.runFor(3_000)
  await expect(card).toContainText('Dear Dana')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/')
  // Each frame of a fade is expensive while the page is still loading.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  // The animation starts when the pieces become visible.
  await expect(async () => {
    await page.clock.runFor(1_500)
    await expect(card).toContainText('Dear Marcus', { timeout: 100 })
  }).toPass()
})

test('a hint stays while hovered, Escape closes it, and the next term opens its own immediately, covering no other', async ({
  page,
}) => {
  await page.clock.install({ time: '2030-01-02T12:00:00Z' })
  await open(page, '/print/pricing')
  // From here on, time passes only in `runFor`, even if a slow machine takes long to move the pointer.
  await page.clock.pauseAt('2030-01-02T13:00:00Z')
  const terms = await page.locator('[data-term]').all()
  const hint = page.getByRole('tooltip')
  const hoverUntilShown = async (term: Locator) => {
    await term.hover()
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(hint).toBeVisible({ timeout: 100 })
    }).toPass()
  }
  await hoverUntilShown(page.getByRole('button', { name: 'First Class' }))
  await hint.hover()
  await page.clock.runFor(1_000)
  await expect(hint).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hint).toBeHidden()

  for (const [from, to] of terms.flatMap((term, index) => {
    const next = terms[index + 1]
    return next ? [[term, next] as const, [next, term] as const] : []
  })) {
    await page.mouse.move(0, 0)
    await expect(hint).toBeHidden()
    await hoverUntilShown(from)
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
