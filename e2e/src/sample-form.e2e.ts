import type { Page } from '@playwright/test'
import { brand } from '@app/brand'
import { expect, test } from './test.ts'

async function fillRequired(page: Page, state: 'select' | 'text'): Promise<void> {
  await page.getByLabel('First name').fill('Dana')
  await page.getByLabel('Last name').fill('<img src=x onerror=alert(1)>')
  await page.getByLabel('Email').fill('dana@example.com')
  await page.getByLabel('Address', { exact: false }).first().fill('12 Example Street')
  await page.getByLabel('City').fill('Cambridge')
  if (state === 'select') await page.getByLabel('State').selectOption('MA')
  else await page.getByLabel('State').fill('massachusetts')
  await page.getByLabel('ZIP Code').fill('02138')
  await page.getByLabel('What should we send?').selectOption('both')
}

const button = (page: Page) => page.getByRole('button', { name: /Send My Samples|Submitting/ })
const thanks = (page: Page) => page.getByRole('dialog', { name: 'Thank You!' })

test(
  'a double click on the sample form makes one request for staff',
  { tag: '@R24' },
  async ({ page, staffPage, db }) => {
    await page.goto('/print/samples')
    await fillRequired(page, 'select')
    await button(page).dblclick()
    await expect(thanks(page)).toContainText(brand.phone.display)
    await expect(thanks(page).getByRole('link', { name: 'Schedule Demo' })).toHaveAttribute('target', '_blank')
    await thanks(page).getByRole('button', { name: 'Close' }).click()
    await expect(thanks(page)).toBeHidden()
    await expect(page.getByLabel('First name')).toHaveValue('')
    expect((await db.query('select state, zip from sample_request')).rows).toEqual([{ state: 'MA', zip: '02138' }])

    await staffPage.goto('/admin/samples')
    await staffPage.getByRole('tab', { name: /Sample Requests/ }).click()
    await expect(staffPage.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
  },
)

test('a sample template can be requested, and the request keeps its name after it is deleted', async ({
  page,
  staffPage,
  db,
}) => {
  await db.query('truncate sample_template')
  const template = (name: string, active: boolean) => ({ name, type: 'postcard', description: `About ${name}`, active })
  const create = async (name: string, active: boolean) =>
    (await staffPage.request.post('/api/admin/sample-templates', { data: template(name, active) })).json()
  const spring = await create('Spring <postcard>', true)
  await create('Hidden draft', false)

  await page.goto('/print/samples')
  await page.getByRole('heading', { name: 'Pieces you can add' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('About Spring <postcard>')).toBeVisible()
  await expect(page.getByText('Hidden draft')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add to My Request' }).click()
  await expect(page.getByLabel('A piece you would like to see')).toHaveValue(/Spring <postcard>$/)
  await fillRequired(page, 'select')
  // A reload keeps the choice, and staff who delete the template do not stop the visitor.
  await staffPage.request.delete(`/api/admin/sample-templates/${spring.id}`)
  await page.reload()
  await page.getByLabel('ZIP Code').scrollIntoViewIfNeeded()
  await expect(page.getByLabel('A piece you would like to see')).toHaveValue(/Spring <postcard>$/)
  await button(page).click()
  await expect(thanks(page)).toBeVisible()
  expect((await db.query('select template_name from sample_request')).rows).toEqual([
    { template_name: 'Spring <postcard>' },
  ])

  await staffPage.goto('/admin/samples?tab=requests')
  await expect(staffPage.getByText('Spring <postcard>')).toBeVisible()
})

test('the button shows progress, a failure keeps the text, and a second try stores one request', async ({
  page,
  db,
}) => {
  await page.goto('/accelerate2025')
  await page.getByRole('button', { name: 'Request Samples' }).click()
  await expect(page.getByLabel('First name')).toBeInViewport()
  await fillRequired(page, 'text')

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/print-samples', async (route) => {
    await released
    // It is stored, but the response is lost.
    await route.fetch()
    await route.fulfill({ status: 500, body: 'boom' })
  })
  await button(page).click()
  await expect(button(page)).toHaveText('Submitting...')
  await expect(button(page)).toBeDisabled()
  release()
  await expect(page.getByText('Failed to submit sample request. Please try again.')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Cambridge')

  await page.unroute('**/api/print-samples')
  await button(page).click()
  await expect(thanks(page)).toBeVisible()
  expect((await db.query('select state, source from sample_request')).rows).toEqual([
    { state: 'MA', source: 'Accelerate 2025' },
  ])
})

test('a button scrolls to the form of the event', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/accelerate2025')
  await page.getByRole('main').getByRole('button', { name: 'Request Samples' }).click()
  await expect(page.getByLabel('First name')).toBeInViewport({ ratio: 1 })
})
