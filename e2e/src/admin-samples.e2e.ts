import { readFile } from 'node:fs/promises'
import { extractText } from 'unpdf'
import { requestRow } from './sample-requests.ts'
import { expect, test } from './test.ts'

test('a label is printed with a name beyond Latin-1, and staff see what cannot be printed', async ({
  staffPage: page,
  request,
}) => {
  const person = { firstName: 'Nguyễn Łucja', lastName: 'Їжак 東', email: 'lucja@example.com' }
  const address = { addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138' }
  const data = { ...person, ...address, sampleType: 'both' }
  expect((await request.post('/api/print-samples', { data })).status()).toBe(201)
  await page.goto('/admin/samples?tab=requests')
  // Leaves room for a dozen letters at 1280 px.
  const name = requestRow(page, 'Nguyễn Łucja Їжак 東').getByRole('button', { name: 'Nguyễn Łucja Їжак 東' })
  expect(await name.evaluate((element) => element.clientWidth)).toBeGreaterThanOrEqual(100)

  await page.getByRole('checkbox', { name: 'Select the request of Nguyễn Łucja Їжак 東' }).check()
  await page.getByRole('button', { name: 'Print and mark sent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print and mark sent' })
  await dialog.getByRole('radio', { name: 'Labels 4×6' }).check()
  await expect(dialog.getByText('in these addresses: Nguyễn Łucja Їжак 東 (東)')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Print it with boxes, to correct by hand' }).check()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Print 1 and mark sent' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^labels-4x6-\d{4}-\d\d-\d\d\.pdf$/)
  const { text } = await extractText(Uint8Array.from(await readFile(await file.path())))
  expect(text.join('\n')).toContain('NGUYỄN ŁUCJA ЇЖАК □')
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText('The file was saved')
})
