import { requestRow } from './sample-requests.ts'
import { expect, test } from './test.ts'

test('undoing a bulk action restores exactly the records it changed', async ({ staffPage: page, db }) => {
  await db.query(`
    insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type, processed)
    select gen_random_uuid(), (array['Marcus', 'Nia', 'Omar'])[i], 'Example', i || '@example.com', i || ' Example Street',
           'Cambridge', 'MA', '02138', 'both', i = 3
      from generate_series(1, 3) i`)
  const processed = async () =>
    (await db.query('select first_name from sample_request where processed order by first_name')).rows.map(
      (row: { first_name: string }) => row.first_name,
    )
  await page.goto('/admin/samples?tab=requests')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Mark processed' }).click()
  const toast = page.getByRole('region', { name: 'Notification' })
  await expect(toast).toContainText('2 requests marked as processed')
  expect(await processed()).toEqual(['Marcus', 'Nia', 'Omar'])
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(processed).toEqual(['Omar'])
  for (const name of ['Marcus', 'Nia']) {
    await expect(
      requestRow(page, `${name} Example`).getByRole('button', { name: 'Pending', exact: true }),
    ).toBeEnabled()
  }
})
