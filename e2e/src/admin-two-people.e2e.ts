import type { Page } from '@playwright/test'
import type pg from 'pg'
import { printLabels, requestRow } from './sample-requests.ts'
import { colleague } from './staff.ts'
import { expect, test } from './test.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const state = (page: Page, name: string, text: string) =>
  requestRow(page, name).getByRole('button', { name: text, exact: true })

/** Inserts pending requests of these people, oldest first. */
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

test('a double click marks one request, and marks and price changes reach the other person within a second', async ({
  staffPage: page,
  browser,
  db,
  product: { origin },
}) => {
  await askForSamples(db, ['Ada', 'Ben', 'Cleo'])
  await db.query(
    `insert into pricing_product (id, name, category, starting_price) values (gen_random_uuid(), 'Postcard', 'postcard', 0.74)`,
  )
  const nia = await colleague(browser, db, origin)
  for (const one of [page, nia]) await one.goto('/admin/samples?tab=requests&processed=false')
  const box = await state(nia, 'Ada Example', 'Pending').boundingBox()
  if (!box) throw new Error('the button has no place')
  for (const delay of [250, 120]) {
    await nia.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay })
    await expect(state(nia, 'Ada Example', 'Processed')).toBeEnabled()
    expect(await processed(db)).toEqual(['Ada'])
    // The request stays where it is, and can be undone there.
    await expect(nia.getByRole('rowheader')).toHaveCount(3)
    await state(nia, 'Ada Example', 'Undo').click()
    await expect(state(nia, 'Ada Example', 'Pending')).toBeEnabled()
    await expect.poll(() => processed(db)).toEqual([])
  }

  await state(nia, 'Ada Example', 'Pending').click()
  const soon = { timeout: 1_000 }
  await expect(state(nia, 'Ada Example', 'Processed')).toBeEnabled()
  await expect(requestRow(page, 'Ada Example').getByText('Processed by Nia Example')).toBeVisible(soon)
  await expect(state(page, 'Ben Example', 'Pending')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Requests/ })).toHaveText('Requests 2 pending')

  // Edits to different fields of one product are both saved.
  for (const one of [page, nia]) {
    await one.getByRole('link', { name: 'Pricing Management', exact: true }).click()
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

test('two people work through the queue, and no request is printed twice', async ({
  staffPage: page,
  browser,
  db,
  product: { origin },
}) => {
  await askForSamples(db, ['Ada', 'Ben'])
  const nia = await colleague(browser, db, origin)

  // One of the two gets no live events, as if both clicked at the same moment.
  await page.route('**/api/admin/events*', (route) => route.abort())
  for (const one of [page, nia]) {
    await one.goto('/admin/samples?tab=requests&processed=false&printed=false')
    await expect(one.getByRole('tab', { name: 'To print 2' })).toHaveAttribute('aria-selected', 'true')
    await one.getByRole('checkbox', { name: 'Select all shown' }).check()
  }
  await Promise.all([nia.waitForEvent('download'), printLabels(nia)])
  await expect(toast(nia)).toContainText('2 requests marked as printed')
  await expect(nia.getByRole('tab', { name: 'Ready to send 2' })).toBeVisible()

  let files = 0
  page.on('download', () => (files += 1))
  await printLabels(page)
  await expect(toast(page)).toContainText(
    /Nothing was printed. (Ada|Ben) Example’s request has since been printed by Nia Example. 1 more has changed too./,
  )
  expect(files).toBe(0)
  await page.keyboard.press('Escape')
  await expect(requestRow(page, 'Ada Example').getByText('Printed by Nia Example')).toBeVisible()

  // By keyboard only: the next row, its tracking number, and the mark.
  await requestRow(page, 'Ada Example').getByRole('checkbox').focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Samples for Ada Example' })
  await expect(dialog.getByRole('textbox', { name: 'Tracking number' })).toBeFocused()
  await expect(dialog.getByText('Label: Printed')).toBeVisible()
  await page.keyboard.type('9400 1118 9922 3100 0012 34')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  // No email server is set up here, so no email can be sent.
  await expect(dialog.getByRole('checkbox', { name: /^Email the requester/ })).toBeDisabled()
  await expect(dialog.getByText(/^No email server is set up/)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Sample request updated successfully')
  await expect(requestRow(page, 'Ada Example').getByRole('link', { name: /^9400/ })).toBeVisible()
  await expect(requestRow(nia, 'Ada Example').getByRole('button', { name: 'Processed', exact: true })).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(requestRow(page, 'Ada Example').getByRole('link', { name: /^9400/ })).toHaveCount(0)
  const { rows } = await db.query(
    `select processed, printed_by as printed from sample_request where first_name = 'Ada' and tracking_number is null`,
  )
  expect(rows).toEqual([{ processed: false, printed: 'Nia Example' }])
  await nia.context().close()
})
