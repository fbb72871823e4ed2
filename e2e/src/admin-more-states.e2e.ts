import type { Page } from '@playwright/test'
import { accessibilityFaults, faultsOnBothWidths } from './accessibility.ts'
import { expect, test } from './test.ts'

// States that appear during work. Other files cover the screens as they open.
const violations = (page: Page) => faultsOnBothWidths(page, { onPhone: 'dark' })

test.beforeEach(async ({ db }) => {
  await db.query(`
    insert into pricing_product (id, name, category, starting_price, features, sort_order)
    values (gen_random_uuid(), 'Postcard', 'postcard', 0.62, '{}', 10),
           (gen_random_uuid(), 'Letter', 'letter', 0.9, '{}', 20)`)
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source, status, crm_attempts, crm_error, crm_failures)
    values (gen_random_uuid(), 'Dana', 'Example', 'dana@example.com', 'Website', 'Main Website', 'sync_failed', 1, 'No.',
            '[{"at":"2026-11-20T15:04:05.123Z","reason":"The CRM rejected the record (422)."}]')`)
})

test('no problems in a conflict, and in the dialogs before text is discarded or values are restored', async ({
  staffPage: page,
  db,
}) => {
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Edit Postcard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await dialog.getByLabel('Starting price').fill('0.6')
  await db.query('update pricing_product set starting_price = 0.63, version = version + 1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('row', { name: 'Starting price $0.63 $0.60' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText('Product updated successfully')
  await page.getByRole('tab', { name: 'Audit Log' }).click()
  await page.getByRole('button', { name: /^Restore Postcard/ }).click()
  await expect(page.getByRole('dialog', { name: 'Restore earlier values?' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('no problems next to an error toast, in the menu, in the help, and in a lead that failed to sync', async ({
  staffPage: page,
}) => {
  await page.goto('/admin?status=sync_failed')
  await page.route('**/retry-sync', (route) => route.abort())
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  // By keyboard alone: the row, the panel, its button.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Lead' })
  await expect(panel).toContainText('The CRM rejected the record (422).')
  await panel.getByRole('button', { name: 'Retry sync' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Failed to retry the CRM sync')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('no problems while the other screens load, when they fail to load, and for a viewer', async ({
  staffPage: page,
  db,
}) => {
  await db.query("update staff_user set role = 'viewer' where email = 'ada@example.com'")
  try {
    for (const [address, text] of [
      ['/admin/samples', 'Sample templates could not be loaded'],
      ['/admin/samples?tab=requests', 'Sample requests could not be loaded'],
      ['/admin/pricing', 'Pricing products could not be loaded'],
    ] as const) {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(/\/api\/admin\/(sample-templates|print-samples|pricing)/, async (route) => {
        await held
        await route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"requestId":"r"}' })
      })
      await page.goto(address)
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      release()
      await expect(page.getByText(text)).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.unroute(/\/api\/admin\/(sample-templates|print-samples|pricing)/)
    }
    await page.goto('/admin/pricing')
    await expect(page.getByRole('heading', { name: 'Letter' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Edit|Hide|Move|Add/ })).toHaveCount(0)
    expect(await violations(page)).toEqual([])
  } finally {
    await db.query("update staff_user set role = 'owner' where email = 'ada@example.com'")
  }
})

test('a product dragged by its handle moves, on the site too', async ({ staffPage: page, request }) => {
  const publicNames = async () =>
    ((await (await request.get('/api/pricing/products')).json()) as { name: string }[]).map(({ name }) => name)
  await page.goto('/admin/pricing')
  const letter = page.getByRole('listitem', { name: 'Letter' })
  await letter.getByTitle('Drag to reorder').dragTo(page.getByRole('listitem', { name: 'Postcard' }))
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText('Product updated successfully')
  expect(await publicNames()).toEqual(['Letter', 'Postcard'])
})
