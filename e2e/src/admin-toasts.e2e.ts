import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

const toastArea = (page: Page) => page.getByRole('region', { name: 'Notification' })

test('a toast is at most 420 px wide, and does not cover the title or the buttons of a dialog', async ({
  staffPage: page,
  db,
}) => {
  await db.query(
    `insert into pricing_product (id, name, category, starting_price, features)
     values (gen_random_uuid(), 'Postcard', 'postcard', 0.62, '{}')`,
  )
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Hide Postcard' }).click()
  const toast = toastArea(page).getByText('Product visibility updated')
  // It stays open while hovered.
  await toast.hover()
  expect((await toastArea(page).boundingBox())?.width).toBeLessThanOrEqual(420)
  await page.getByRole('button', { name: 'Add Product' }).press('Enter')
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  const isCovered = async (part: Locator) => {
    const [box, area] = [await part.boundingBox(), await toastArea(page).boundingBox()]
    if (!box || !area) throw new Error('not shown')
    const [isBeside, isAbove] = [area.x + area.width <= box.x, area.y + area.height <= box.y]
    return !isBeside && !isAbove && box.y + box.height > area.y
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await toast.hover()
    await save.scrollIntoViewIfNeeded()
    expect(await isCovered(save), `the button at ${width} px`).toBe(false)
    // On a phone, only the title fits above the fields.
    const title = page.getByRole('heading', { name: 'Add Product' })
    if (width > 390) expect(await isCovered(title), `the title at ${width} px`).toBe(false)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  expect(await isCovered(page.getByRole('heading', { name: 'Menu' })), 'the title of a drawer').toBe(false)
})

test('a tooltip opens after 700 ms and the next one immediately, and a double click opens a dialog', async ({
  staffPage: page,
}) => {
  await page.clock.install()
  await page.goto('/admin')
  const [first, second] = [
    page.getByRole('button', { name: 'About Total Leads' }),
    page.getByRole('button', { name: 'About This Month' }),
  ]
  await expect(first).toBeVisible()
  // Otherwise the clock would run on between the steps.
  const now = await page.evaluate(() => new Date().getTime())
  await page.clock.pauseAt(now + 10_000)
  await first.hover()
  await page.clock.runFor(500)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.clock.runFor(400)
  await expect(page.getByRole('tooltip')).toHaveCount(1)
  const definition = await page.getByRole('tooltip').textContent()
  await second.hover()
  await page.clock.runFor(50)
  await expect(page.getByRole('tooltip').filter({ hasNotText: String(definition) })).toHaveCount(1)

  // The second click of a double click does not close the dialog, but a later click outside it does.
  await page.clock.resume()
  await page.goto('/admin/pricing')
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await page.getByRole('button', { name: 'Add Product' }).dblclick()
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('..')).toHaveCSS('pointer-events', 'none')
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
})
