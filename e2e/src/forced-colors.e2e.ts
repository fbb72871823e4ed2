import type { Locator } from '@playwright/test'
import { expect, test } from './test.ts'

/** The colors by which a user can tell two controls apart. */
const colorsOf = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, color, borderBottomColor } = getComputedStyle(element)
    return { backgroundColor, color, borderBottomColor }
  })

/** The user's color for selected content, as a computed style. */
const highlight = (control: Locator) =>
  control.evaluate((element) => {
    const probe = element.ownerDocument.createElement('span')
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none'
    element.ownerDocument.body.append(probe)
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })

test('forced colors show control states, overlays, loading, and errors in the staff app', async ({
  staffPage: page,
}) => {
  for (const name of ['One', 'Two']) {
    const data = { name, category: 'postcard', startingPrice: 0.7, description: '', features: [], isVisible: false }
    await page.request.post('/api/admin/pricing/products', { data: { ...data, sortOrder: 0 } })
  }
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/admin')
  for (const group of await page.getByRole('radiogroup').all()) {
    const active = group.locator('label[data-active]')
    const other = group.locator('label:not([data-active])').first()
    expect((await colorsOf(active)).backgroundColor).toBe(await highlight(active))
    expect((await colorsOf(other)).backgroundColor).not.toBe(await highlight(active))
  }

  await page.goto('/admin/pricing')
  const active = page.getByRole('tab', { name: 'Products' })
  const other = page.getByRole('tab', { name: 'Audit Log' })
  await expect(active).toHaveAttribute('aria-selected', 'true')
  expect((await colorsOf(active)).borderBottomColor).toBe(await highlight(active))
  expect((await colorsOf(other)).borderBottomColor).not.toBe(await highlight(active))

  const [box, empty] = [page.getByRole('checkbox').nth(1), page.getByRole('checkbox').nth(2)]
  await box.check()
  await expect(async () => expect((await colorsOf(box)).backgroundColor).toBe(await highlight(box))).toPass()
  expect((await colorsOf(empty)).backgroundColor).not.toBe(await highlight(box))

  await page.goto('/admin/samples')
  await page.getByRole('button', { name: 'Add Template' }).click()
  const dialog = page.getByRole('dialog')
  await expect(page.locator('.mantine-Modal-content')).toHaveCSS('border-left-style', 'solid')
  const isOn = page.getByRole('switch')
  const track = page.locator('.mantine-Switch-track')
  await expect(isOn).toBeChecked()
  expect((await colorsOf(track)).backgroundColor).toBe(await highlight(track))
  await isOn.uncheck({ force: true })
  await expect(async () => expect((await colorsOf(track)).backgroundColor).not.toBe(await highlight(track))).toPass()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name')).toHaveCSS('border-left-width', '3px')
  await dialog.getByLabel('Name').fill('Spring')
  await dialog.getByLabel('Type').selectOption('postcard')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.mantine-Notification-root')).toHaveCSS('outline-style', 'solid')

  await page.route('**/api/admin/sample-templates*', () => {})
  await page.reload()
  const skeleton = page.locator('.mantine-Skeleton-root').first()
  await expect(skeleton).toBeVisible()
  const [tint, ground] = await skeleton.evaluate((element) => [
    getComputedStyle(element, '::after').backgroundColor,
    getComputedStyle(element.ownerDocument.body).backgroundColor,
  ])
  expect(tint).not.toBe(ground)
})

test('forced colors show the selected tab, the marked tier, and an invalid number on the site', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/print/pricing?quantity=0')
  const [shown, other] = [page.getByRole('tab').first(), page.getByRole('tab').last()]
  expect((await colorsOf(shown)).borderBottomColor).toBe(await highlight(shown))
  expect((await colorsOf(other)).borderBottomColor).not.toBe(await highlight(shown))

  const wrong = page.getByLabel('Pieces a month', { exact: true })
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  await expect(wrong).toHaveCSS('border-bottom-width', '3px')
  await wrong.fill('2000')
  await expect(wrong).toHaveCSS('border-bottom-width', '1px')
  await expect(page.locator('th[data-current]')).toHaveCSS('border-right-width', '2px')
})
