import { readFile } from 'node:fs/promises'
import { expect, test } from './test.ts'

/** A file of 25 people with the headings of a common CRM. The last repeats the first; the third has the given email. */
function file(emailOfThird: string): string {
  const people = Array.from({ length: 24 }, (_, index) => {
    const email = index === 2 ? emailOfThird : `person${index + 1}@example.com`
    return `"Example, Person ${index + 1}";${email};"Company ${index + 1}, Example";555-01${String(index + 10)}`
  })
  return ['Person - Name;Person - Email;Organization - Name;Person - Phone', ...people, 'P One;PERSON1@example.com;;']
    .map((line) => `${line}\r\n`)
    .join('')
}

test('24 leads are imported without the duplicate, one of them after a fix, and undo deletes all that no one worked on', async ({
  staffPage: page,
  db,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Import leads' })
  const toast = page.getByRole('region', { name: 'Notification' })
  const choose = (content: string) =>
    dialog
      .getByLabel('CSV file of leads')
      .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const leads = async (): Promise<number> => (await db.query('select count(*)::int from lead')).rows[0].count

  await page.goto('/admin/leads')
  await page.getByRole('button', { name: 'Import…' }).click()
  await choose(`\uFEFF${file('person3')}`)
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
  await expect(dialog.getByRole('region', { name: 'Duplicates' })).toContainText('Same email as row 2')
  await expect(dialog).toContainText('23 leads are ready to import.')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Import 23 leads' }).dblclick()
  await expect(toast).toContainText('23 leads imported')
  await expect(toast).toContainText('1 row to fix was saved to a file.')
  await expect(page).toHaveURL(/\/admin\/leads\?importId=[\da-f-]{36}$/)
  await expect(page.getByRole('row', { name: /Person 24 Example/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter Import: fair.csv' })).toBeVisible()
  expect(await leads()).toBe(23)

  const fixes = await (await download).path()
  expect((await download).suggestedFilename()).toBe('fair - rows to fix.csv')
  const toFix = await readFile(fixes, 'utf8')
  expect(toFix).toMatch(/"Example, Person 3",person3,.*Is not an email address/)
  await page.getByRole('button', { name: 'Import…' }).click()
  await choose(toFix.replace(',person3,', ',person3@example.com,'))
  // This browser remembers the settings for these headings.
  await expect(dialog.getByLabel('Source of all rows')).toHaveValue('Spring fair')
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await dialog.getByRole('button', { name: 'Import 1 lead' }).click()
  await expect(toast).toContainText('1 lead imported')
  expect(await leads()).toBe(24)

  await db.query(`update lead set next_step = 'Call', version = 2 where email = 'person7@example.com'`)
  await page.getByRole('tab', { name: 'Imports' }).click()
  await expect(page.getByRole('listitem', { name: 'fair.csv' })).toContainText([
    '1 lead',
    '23 leads, 1 row skipped, 1 row not importable',
  ])
  await page.getByRole('button', { name: 'Undo import of fair.csv' }).nth(1).click()
  await page.getByRole('button', { name: 'Delete its leads' }).click()
  await expect(page.getByRole('region', { name: 'Leads that were kept' })).toContainText(
    'Person 7 Example someone worked on it',
  )
  expect(await leads()).toBe(2)
})
