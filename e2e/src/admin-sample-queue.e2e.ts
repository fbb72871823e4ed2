import type { Page } from '@playwright/test'
import { printLabels, requestRow } from './sample-requests.ts'
import { colleague } from './staff.ts'
import { expect, test } from './test.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const row = (page: Page, name: string) => requestRow(page, `${name} Example`)

test('two people work through the queue, and no request is printed twice', async ({
  staffPage: page,
  browser,
  db,
  baseURL,
}) => {
  await db.query(
    `insert into sample_request (id, created_at, first_name, last_name, email, address_line1, city, state, zip, sample_type)
     select gen_random_uuid(), now() - interval '8 days' + place * interval '3 days', name, 'Example', name || '@example.com',
            place || ' Example Street', 'Cambridge', 'MA', '02138', 'both'
       from unnest(array['Ada', 'Ben']) with ordinality as people (name, place)`,
  )
  const nia = await colleague(browser, db, String(baseURL))

  // One of the two gets no live events, as when both press at the same moment.
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
  await expect(row(page, 'Ada').getByText('Printed by Nia Example')).toBeVisible()

  // By keyboard alone: the next row, its tracking number, and the mark.
  await row(page, 'Ada').getByRole('checkbox').focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Samples for Ada Example' })
  await expect(dialog.getByRole('textbox', { name: 'Tracking number' })).toBeFocused()
  await expect(dialog.getByText('Label: Printed')).toBeVisible()
  await page.keyboard.type('9400 1118 9922 3100 0012 34')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  // There is no email server here, so no mail can be sent.
  await expect(dialog.getByRole('checkbox', { name: /^Email the requester/ })).toBeDisabled()
  await expect(dialog.getByText(/^No email server is set up/)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Sample request updated successfully')
  await expect(row(page, 'Ada').getByRole('link', { name: /^9400/ })).toBeVisible()
  await expect(row(nia, 'Ada').getByRole('button', { name: 'Processed', exact: true })).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Ada').getByRole('link', { name: /^9400/ })).toHaveCount(0)
  const { rows } = await db.query(
    `select processed, printed_by as printed from sample_request where first_name = 'Ada' and tracking_number is null`,
  )
  expect(rows).toEqual([{ processed: false, printed: 'Nia Example' }])
  await nia.context().close()
})
