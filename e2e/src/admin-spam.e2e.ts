import { expect, test } from './test.ts'

const person = { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', website: 'filled in by a bot' }
const address = { addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138', sampleType: 'both' }

for (const { what, at, path, data } of [
  {
    what: 'lead',
    at: '/admin?view=spam',
    path: '/api/leads',
    data: { ...person, leadSource: 'Website', source: 'Main Website' },
  },
  {
    what: 'sample request',
    at: '/admin/samples?tab=requests&view=spam',
    path: '/api/print-samples',
    data: { ...person, ...address },
  },
]) {
  test(`a ${what} caught by mistake is released with one click, and caught again by Undo`, async ({
    staffPage: page,
    request,
  }) => {
    expect((await request.post(path, { data })).status()).toBe(201)
    await page.goto(at)
    const spam = page.getByRole('tab', { name: 'Spam 1' })
    await expect(spam).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Not spam: Dana Example' }).click()
    await expect(page.getByText(`Not spam: this is a ${what} now.`)).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Spam 0' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo: Dana Example' }).click()
    await expect(spam).toBeVisible()
    await expect(page.getByRole('button', { name: 'Not spam: Dana Example' })).toBeVisible()
  })
}
