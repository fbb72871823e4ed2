import type { Download, Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { printLabels, requestRow } from './sample-requests.ts'
import { expect, test } from './test.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })

test('a template is created, edited and deleted', async ({ staffPage: page, request }) => {
  await page.goto('/admin/samples')
  await page.getByRole('button', { name: 'Add Template' }).click()
  const creating = page.getByRole('dialog', { name: 'Create New Template' })
  await creating.getByLabel('Name').fill('Spring postcard')
  await creating.getByLabel('Type').selectOption('postcard')
  await creating.getByLabel('Front image URL').fill('https://images.example.com/front.png')
  // As long as a description may be, with line breaks and punctuation.
  const description = `Line one;\n\t"line two" & <b>'three'</b> – 50% off!\n${'x'.repeat(450)}\n.`.padEnd(500, '.')
  await creating.getByLabel('Description').fill(description)
  await creating.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Template created successfully')
  await expect(creating).toHaveCount(0)

  const card = page.getByRole('listitem', { name: 'Spring postcard' })
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  // The image does not exist, and the card says so.
  await expect(card.getByText('The front image could not be loaded')).toBeVisible()

  await card.getByRole('button', { name: 'Edit Spring postcard' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Template' })
  await expect(editing.getByLabel('Description')).toHaveValue(description)
  await editing.getByRole('switch', { name: 'Active' }).click()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Template updated successfully')
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()
  expect(await (await request.get('/api/sample-templates')).json()).toEqual([])

  await card.getByRole('button', { name: 'Delete Spring postcard' }).click()
  const question = page.getByRole('dialog', { name: 'Delete template' })
  await expect(question).toContainText('Are you sure you want to delete this template?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Delete Spring postcard' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page)).toContainText('Template deleted successfully')
  await expect(page.getByText('No sample templates yet')).toBeVisible()
})

const sampleRequest = {
  firstName: 'Marcus',
  lastName: 'Example',
  email: 'marcus@example.com',
  addressLine1: '12 Example Street',
  city: 'Cambridge',
  state: 'MA',
  zip: '02138',
  sampleType: 'both',
}

const bytesOf = async (file: Download) => {
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  return Uint8Array.from(Buffer.concat(chunks))
}

test('a request is marked as processed, undone, and its label is downloaded', async ({
  staffPage: page,
  request,
  db,
}) => {
  expect((await request.post('/api/print-samples', { data: sampleRequest })).status()).toBe(201)
  const processed = async () => (await db.query('select processed from sample_request')).rows[0].processed

  const row = requestRow(page, 'Marcus Example')
  await page.goto('/admin/samples?tab=requests')
  // Room for a dozen letters at 1280 px.
  const name = row.getByRole('button', { name: 'Marcus Example' })
  expect(await name.evaluate((element) => element.clientWidth)).toBeGreaterThanOrEqual(100)
  await row.getByRole('button', { name: 'Pending', exact: true }).click()
  await expect(toast(page)).toContainText('Sample request updated successfully')
  await expect(row.getByRole('button', { name: 'Processed', exact: true })).toBeEnabled()
  expect(await processed()).toBe(true)
  const views = page.getByRole('tablist', { name: 'Views' })
  await expect(views.getByRole('tab')).toHaveText([
    'All 1',
    'Pending 0',
    'Late 0',
    'To print 0',
    'Ready to send 0',
    'Processed 1',
    'Sync failed 0',
    'Spam 0',
  ])
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('button', { name: 'Pending', exact: true })).toBeEnabled()
  await expect.poll(processed).toBe(false)

  await page.getByRole('checkbox', { name: 'Select the request of Marcus Example' }).check()
  const [file] = await Promise.all([page.waitForEvent('download'), printLabels(page)])
  expect(file.suggestedFilename()).toMatch(/^labels-4x6-\d{4}-\d\d-\d\d\.pdf$/)
  expect((await extractText(await bytesOf(file))).text.join('\n')).toContain('MARCUS EXAMPLE')
})

test('a name beyond Latin-1 is printed, and staff see what cannot be printed', async ({ staffPage: page, request }) => {
  const data = { ...sampleRequest, firstName: 'Nguyễn Łucja', lastName: 'Їжак 東' }
  expect((await request.post('/api/print-samples', { data })).status()).toBe(201)
  await page.goto('/admin/samples?tab=requests')
  await page.getByRole('checkbox', { name: 'Select the request of Nguyễn Łucja Їжак 東' }).check()
  for (const sheet of ['Labels 4×6', 'Avery 5160', 'Packing slips']) {
    await page.getByRole('button', { name: 'Print and mark sent…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Print and mark sent' })
    await dialog.getByRole('radio', { name: sheet }).check()
    await expect(dialog.getByText('in these addresses: Nguyễn Łucja Їжак 東 (東)')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Print it with boxes, to correct by hand' }).check()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Print 1 and mark sent' }).click()
    expect((await extractText(await bytesOf(await saving))).text.join('\n')).toContain('NGUYỄN ŁUCJA ЇЖАК □')
    await expect(toast(page)).toContainText('The file was saved')
    await toast(page).getByRole('button', { name: 'Close notification' }).click()
  }
})
