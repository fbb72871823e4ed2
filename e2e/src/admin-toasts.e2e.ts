import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

const toastArea = (page: Page) => page.getByRole('region', { name: 'Notification' })
const toasts = (page: Page) => toastArea(page).getByText('Product visibility updated')

test.beforeEach(async ({ db }) => {
  await db.query(
    `insert into pricing_product (id, name, category, starting_price, features, sort_order)
     select gen_random_uuid(), 'Postcard ' || n, 'postcard', 0.62, '{}', n from generate_series(1, 3) as n`,
  )
})

test.describe('at 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 800 } })

  test('one toast at a time, for five seconds, in a labeled area of at most 420 px', async ({ staffPage: page }) => {
    await page.clock.install()
    await page.goto('/admin/pricing')
    for (const number of [1, 2, 3]) {
      await page.getByRole('button', { name: `Hide Postcard ${number}` }).click()
      await expect(page.getByRole('button', { name: `Show Postcard ${number}` })).toBeEnabled()
      await expect(toasts(page)).toHaveCount(1)
    }
    expect((await toastArea(page).boundingBox())?.width).toBeLessThanOrEqual(420)
    // The pointer rests on a button of the page, because a hovered toast does not close.
    // The last button rested while its toast was shown already.
    await page.clock.runFor(3_000)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(2_500)
    await expect(toasts(page)).toHaveCount(0)
  })
})

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a toast does not cover the title or the buttons of a dialog', async ({ staffPage: page }) => {
      await page.clock.install()
      await page.goto('/admin/pricing')
      await page.getByRole('button', { name: 'Hide Postcard 1' }).click()
      await expect(toasts(page)).toBeVisible()
      await page.getByRole('button', { name: 'Add Product' }).click()
      const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
      await save.scrollIntoViewIfNeeded()
      const isCovered = async (part: Locator) => {
        const [box, toast] = [await part.boundingBox(), await toastArea(page).boundingBox()]
        if (!box || !toast) throw new Error('not shown')
        const [isBeside, isAbove] = [toast.x + toast.width <= box.x, toast.y + toast.height <= box.y]
        return !isBeside && !isAbove && box.y + box.height > toast.y
      }
      await expect(toasts(page)).toBeVisible()
      expect(await isCovered(save)).toBe(false)
      // A phone has room for nothing but the title above the fields.
      if (width > 390) expect(await isCovered(page.getByRole('heading', { name: 'Add Product' }))).toBe(false)
    })
  })
}

test('a double click on a button opens its dialog, and a later click next to it closes it', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/pricing')
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await page.getByRole('button', { name: 'Add Product' }).dblclick()
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('..')).toHaveCSS('pointer-events', 'none')
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
})

test('a tooltip opens after 700 ms, the next one at once', async ({ staffPage: page }) => {
  await page.clock.install()
  await page.goto('/admin')
  const [first, second] = [
    page.getByRole('button', { name: 'About Total Leads' }),
    page.getByRole('button', { name: 'About This Month' }),
  ]
  await expect(first).toBeVisible()
  // The clock would run on between the steps.
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
})
