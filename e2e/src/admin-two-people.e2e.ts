import type { Page } from '@playwright/test'
import type pg from 'pg'
import { printLabels, requestRow } from './sample-requests.ts'
import { colleague } from './staff.ts'
import { expect, test } from './test.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const state = (page: Page, name: string, text: string) =>
  requestRow(page, name).getByRole('button', { name: text, exact: true })

/** Pending requests of these people, the first one the oldest. */
const askForSamples = (db: pg.Client, names: string[]) =>
  db.query(
    `insert into sample_request (id, created_at, first_name, last_name, email, address_line1, city, state, zip, sample_type)
     select gen_random_uuid(), now() - interval '1 hour' + place * interval '1 minute', name, 'Example',
            name || '@example.com', place || ' Example Street', 'Cambridge', 'MA', '02138', 'both'
       from unnest($1::text[]) with ordinality as people (name, place)`,
    [names],
  )

const processed = async (db: pg.Client) =>
  (
    await db.query<{ name: string }>('select first_name as name from sample_request where processed order by 1')
  ).rows.map(({ name }) => name)

test('two clicks on Pending a moment apart process one person', async ({ staffPage: page, db }) => {
  await askForSamples(db, ['Ada', 'Ben', 'Cleo'])
  await page.goto('/admin/samples?tab=requests&processed=false')
  const box = await state(page, 'Ada Example', 'Pending').boundingBox()
  if (!box) throw new Error('the button has no place')
  for (const delay of [120, 250]) {
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay })
    await expect(state(page, 'Ada Example', 'Processed')).toBeEnabled()
    expect(await processed(db)).toEqual(['Ada'])
    // It stays where it is, and can be undone there.
    await expect(page.getByRole('rowheader')).toHaveCount(3)
    await state(page, 'Ada Example', 'Undo').click()
    await expect(state(page, 'Ada Example', 'Pending')).toBeEnabled()
    await expect.poll(() => processed(db)).toEqual([])
  }
})

test('a click that starts while a colleague marks the same request does not unmark it', async ({
  staffPage: page,
  browser,
  db,
  baseURL,
}) => {
  await askForSamples(db, ['Ada'])
  const nia = await colleague(browser, db, String(baseURL))
  for (const one of [page, nia]) await one.goto('/admin/samples?tab=requests&processed=false')
  await state(page, 'Ada Example', 'Pending').hover()
  await page.mouse.down()
  await state(nia, 'Ada Example', 'Pending').click()
  await expect(state(page, 'Ada Example', 'Processed')).toBeVisible()
  await page.mouse.up()
  // Once it can be pressed again, a write of the first press would have been answered.
  await expect(state(page, 'Ada Example', 'Processed')).toBeEnabled()
  expect(await processed(db)).toEqual(['Ada'])
  await nia.context().close()
})

test('marks, prints, and price changes reach the other person within a second', async ({
  staffPage: page,
  browser,
  db,
  baseURL,
}) => {
  await askForSamples(db, ['Ada', 'Ben'])
  await db.query(
    `insert into pricing_product (id, name, category, starting_price) values (gen_random_uuid(), 'Postcard', 'postcard', 0.74)`,
  )
  const nia = await colleague(browser, db, String(baseURL))
  for (const one of [page, nia]) await one.goto('/admin/samples?tab=requests&processed=false')
  await state(nia, 'Ada Example', 'Pending').click()
  const soon = { timeout: 1_000 }
  await expect(state(nia, 'Ada Example', 'Processed')).toBeEnabled()
  await expect(requestRow(page, 'Ada Example').getByText('Processed by Nia Example')).toBeVisible(soon)
  await expect(state(page, 'Ben Example', 'Pending')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Requests/ })).toHaveText('Requests 1 pending')

  await nia.getByRole('checkbox', { name: 'Select the request of Ben Example' }).check()
  const saving = nia.waitForEvent('download')
  await printLabels(nia)
  await saving
  await expect(requestRow(page, 'Ben Example').getByText('Printed by Nia Example')).toBeVisible({ timeout: 5_000 })
  // To print it again, she has to say so.
  await page.getByRole('checkbox', { name: 'Select the request of Ben Example' }).check()
  await page.getByRole('button', { name: 'Print and mark sent…' }).click()
  await expect(page.getByRole('dialog', { name: 'Print and mark sent' })).toContainText(
    'already printed by Nia Example',
  )
  await page.keyboard.press('Escape')

  // Disjoint edits of one product are both saved.
  for (const one of [page, nia]) {
    await one.goto('/admin/pricing')
    await one.getByRole('button', { name: 'Edit Postcard' }).click()
  }
  const dialog = (one: Page) => one.getByRole('dialog', { name: 'Edit Product' })
  await dialog(page).getByLabel('Description').fill('Full color.')
  await dialog(nia).getByLabel('Starting price').fill('0.75')
  await dialog(nia).getByRole('button', { name: 'Save' }).click()
  await expect(toast(nia)).toContainText('Product updated successfully')
  await expect(dialog(page).getByText('Kept Nia Example’s change: Starting price $0.75.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Product updated successfully')
  const stored = await db.query('select starting_price::float8 as price, description from pricing_product')
  expect(stored.rows).toEqual([{ price: 0.75, description: 'Full color.' }])
  await expect(nia.getByRole('listitem', { name: 'Postcard' }).getByText('Full color.')).toBeVisible(soon)
  await nia.context().close()
})

test('a new role takes effect for the colleague without a reload', async ({
  staffPage: page,
  browser,
  db,
  baseURL,
}) => {
  const nia = await colleague(browser, db, String(baseURL))
  await nia.goto('/admin/pricing')
  await expect(nia.getByRole('button', { name: 'Add Product' })).toBeVisible()
  const { rows } = await db.query<{ id: string }>(`select id from staff_user where email = 'nia@example.com'`)
  await page.request.put(`/api/admin/staff/${rows[0]?.id}/role`, {
    data: { role: 'viewer' },
    headers: { origin: String(baseURL) },
  })
  await expect(toast(nia)).toContainText('You are a viewer now.')
  await expect(nia.getByRole('button', { name: 'Add Product' })).toHaveCount(0)
  await nia.context().close()
})
