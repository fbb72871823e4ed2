import { expect, test } from './test.ts'

test('leads can be found by name and date, opened next to the list, and sorted, and the URL keeps all of it', async ({
  staffPage: page,
  request,
}) => {
  for (const [firstName, company] of [
    ['Dana', 'Example Roofing'],
    ['Nia', 'Example Dental'],
  ]) {
    const data = {
      firstName,
      lastName: 'Example',
      email: `${firstName?.toLowerCase()}@example.com`,
      company,
      message: 'About 3,000 a month.',
      leadSource: 'Website',
      source: 'Mortgage Page',
    }
    expect((await request.post('/api/leads', { data })).status()).toBe(201)
  }
  const names = page.locator('[data-row]')
  await page.goto('/admin')
  await expect(names).toHaveText(['Nia Example', 'Dana Example'])
  await page.getByRole('columnheader', { name: 'Company' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Company' }).getByRole('button').click()
  await expect(names).toHaveText(['Dana Example', 'Nia Example'])

  await page.keyboard.press('/')
  await page.keyboard.type('dental')
  await expect(names).toHaveText(['Nia Example'])
  await names.click()
  const panel = page.getByRole('dialog', { name: 'Lead' })
  await expect(panel.getByText('About 3,000 a month.')).toBeVisible()
  await expect(panel.getByRole('definition').filter({ hasText: 'Mortgage Page' })).toBeVisible()
  await page.reload()
  await expect(panel.getByText('About 3,000 a month.')).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('dental')
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByLabel('Dates').selectOption('Custom range…')
  await page.getByLabel('From').focus()
  for (const digit of '01022099') await page.keyboard.press(digit)
  await expect(page.getByLabel('From')).toHaveValue('2099-01-02')
  await expect(page.getByText('No leads match')).toBeVisible()
})
