import { expect, test } from './test.ts'

/** A file of 25 people under headings of a common CRM. The last one repeats the first, and one has no email address. */
function file(emailOfThird: string): string {
  const people = Array.from({ length: 24 }, (_, index) => {
    const email = index === 2 ? emailOfThird : `person${index + 1}@example.com`
    return `"Example, Person ${index + 1}";${email};"Company ${index + 1}, Example";555-01${String(index + 10)}`
  })
  return ['Person - Name;Person - Email;Organization - Name;Person - Phone', ...people, 'P One;PERSON1@example.com;;']
    .map((line) => `${line}\r\n`)
    .join('')
}

test('25 leads are imported after an error in the file is fixed, without the duplicate; undo deletes all but one', async ({
  staffPage: page,
  db,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Import leads' })
  const toast = page.getByRole('region', { name: 'Notification' })
  const choose = (email: string) =>
    dialog
      .getByLabel('CSV file of leads')
      .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${file(email)}`) })
  const leads = async (): Promise<number> => (await db.query('select count(*)::int from lead')).rows[0].count

  await page.goto('/admin/leads')
  await page.getByRole('button', { name: 'Import…' }).click()
  await choose('person3')
  await expect(dialog.getByRole('heading', { name: '2. Map columns' })).toBeFocused()
  await expect(dialog.getByLabel('Full name')).toHaveValue('0')
  await dialog.getByLabel('Source of all rows').fill('Spring fair')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Company 1, Example')
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  const errors = dialog.getByRole('region', { name: 'Errors' })
  await expect(errors.getByRole('row')).toHaveText([
    'RowColumnValueProblem',
    '4Person - Emailperson3Is not an email address',
  ])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('import-errors.csv')
  expect(await leads()).toBe(0)

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose('person3@example.com')
  // This browser remembers what belongs to these headings.
  await expect(dialog.getByLabel('Source of all rows')).toHaveValue('Spring fair')
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog.getByRole('region', { name: 'Duplicates' })).toContainText('Same email as row 2')
  await dialog.getByRole('button', { name: 'Import 24 leads' }).dblclick()
  await expect(toast).toContainText('24 leads imported')
  await expect(page).toHaveURL(/\/admin\/leads\?importId=[\da-f-]{36}$/)
  await expect(page.getByRole('row', { name: /Person 24 Example/ })).toBeVisible()
  expect(await leads()).toBe(24)

  await db.query(`update lead set next_step = 'Call', version = 2 where email = 'person7@example.com'`)
  await page.getByRole('tab', { name: 'Imports' }).click()
  await expect(page.getByRole('listitem', { name: 'fair.csv' })).toContainText('24 leads, 1 row skipped')
  await page.getByRole('button', { name: 'Undo import of fair.csv' }).click()
  await page.getByRole('button', { name: 'Delete its leads' }).click()
  await expect(page.getByRole('region', { name: 'Leads that were kept' })).toContainText(
    'Person 7 Example someone worked on it',
  )
  expect(await leads()).toBe(1)
})
