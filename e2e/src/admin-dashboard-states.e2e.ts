import type { Page } from '@playwright/test'
import { faultsOnBothWidths } from './accessibility.ts'
import { expect, test } from './test.ts'

// A phone shows cards, and a desktop a table.
const violations = (page: Page) => faultsOnBothWidths(page, { hasSameMarkup: false })

test.use({ colorScheme: 'dark' })

test.beforeEach(async ({ db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, company, industry, volume, lead_source, source, status, created_at)
    select gen_random_uuid(), 'Dana', i::text, i || '@example.com', 'Example Roofing', 'retail', '5000-25000', 'Website',
           (array['Main Website', 'Mortgage Page', 'Digital Audience Page'])[1 + i % 3],
           (array['new', 'synced', 'sync_failed', 'qualified'])[1 + i % 4], now() - make_interval(days => i % 25)
      from generate_series(1, 40) i`)
})

test('the dashboard has no problems when filled, with the chart as a table, and with the column menu open', async ({
  staffPage: page,
}) => {
  await page.goto('/admin?chart=leads')
  await expect(page.getByText('Showing 40 of 40')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByText('Show as a table').click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns and row height' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('no problems while it loads, and when nothing can be loaded', async ({ staffPage: page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = new Set<string>()
  await page.route(/\/api\/admin\/(leads|stats)/, async (route) => {
    held.add(route.request().url())
    await released
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: '{"code":"x","requestId":"r"}',
    })
  })
  await page.goto('/admin?chart=leads')
  await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toBeVisible()
  await expect.poll(() => held.size).toBe(7)
  expect(await violations(page)).toEqual([])
  release()
  await expect(page.getByText('The chart could not be loaded')).toBeVisible()
  await expect(page.getByText('Leads could not be loaded')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('no problems with a lead open, and in the command palette, which opens it with keys alone', async ({
  staffPage: page,
}) => {
  await page.goto('/admin')
  await expect(page.getByText('Showing 40 of 40')).toBeVisible()
  await page.keyboard.press('Control+k')
  // The first of the list: a row that is half behind the heading of the table would count as too small.
  await page.keyboard.type('25@example')
  const found = page.getByRole('option', { name: /^Dana 25 / })
  await expect(found).toBeVisible()
  expect(await violations(page)).toEqual([])
  while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Lead' }).getByText('25@example.com')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
