import { readFile } from 'node:fs/promises'
import { axeFaults } from './accessibility.ts'
import { colleague } from './staff.ts'
import { expect, test } from './test.ts'

test('an owner sees who viewed a person, exports the person’s data, and erases the person on every screen', async ({
  staffPage: page,
  browser,
  db,
  baseURL,
}) => {
  const asked = { firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' }
  const lead = { ...asked, leadSource: 'Website', source: 'Main Website' }
  const address = { addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138' }
  const stored = await page.request.post('/api/leads', { data: lead })
  const { id } = await stored.json()
  const data = { ...asked, ...address, phone: null, sampleType: 'both' }
  expect((await page.request.post('/api/print-samples', { data })).status()).toBe(201)
  const nia = await colleague(browser, db, String(baseURL), 'owner')
  await nia.goto(`/admin/leads?lead=${id}`)
  const theirs = nia.getByRole('dialog', { name: 'Lead' })
  await expect(theirs.getByRole('heading', { name: 'Ada Example' })).toBeVisible()

  const panel = page.getByRole('dialog', { name: 'Lead' })
  await page.goto(`/admin/leads?lead=${id}`)
  const saving = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Export all data about this person' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('person.json')
  const document = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(document).toMatchObject({ email: 'ada@example.com', crm: null })
  expect([document.leads.length, document.sampleRequests.length]).toEqual([1, 1])

  await panel.getByRole('link', { name: 'View access log' }).click()
  const accesses = page.getByRole('list', { name: 'Access log' }).getByRole('listitem')
  await expect(accesses.filter({ hasText: 'Exported a person' })).toHaveCount(1)
  await expect(accesses.filter({ hasText: 'Viewed' }).filter({ hasText: 'Nia Example' })).toHaveCount(1)
  expect(await axeFaults(page)).toEqual([])

  await accesses.getByRole('link', { name: 'Ada Example' }).first().click()
  await panel.getByRole('button', { name: 'Erase this person' }).click()
  const question = page.getByRole('dialog', { name: 'Erase this person' })
  await expect(question.getByText('1 sample request', { exact: true })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await expect(question.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText(
    'Person erased: 1 lead, 1 sample request',
  )
  await expect(panel).toBeHidden()
  await expect(theirs.getByText('Lead not found')).toBeVisible()
  expect((await db.query(`select from sample_request where email = 'ada@example.com'`)).rows).toEqual([])

  await page.goto('/admin/settings?tab=access&kind=privacy_erase')
  await expect(accesses).toHaveCount(1)
  await expect(accesses).toContainText('A lead that no longer exists')
  await nia.context().close()
})
