import { expect, test } from './test.ts'

test('a lead is found, opened beside the list, and its address opens it again', async ({
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
  await page.goto('/admin')
  await expect(page.getByText('dana@example.com')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('dental')
  await expect(page.getByText('dana@example.com')).toHaveCount(0)
  await page.getByRole('button', { name: 'Nia Example' }).click()
  const panel = page.getByRole('dialog', { name: 'Lead' })
  await expect(panel.getByText('About 3,000 a month.')).toBeVisible()
  await expect(panel.getByText('Mortgage Page')).toBeVisible()

  await page.reload()
  await expect(panel.getByText('About 3,000 a month.')).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('dental')
})
