import { brand } from '@app/brand'
import { expect, test } from './test.ts'

test(
  'a double click on the sample form creates one request, and the browser can autofill its fields',
  { tag: '@R24' },
  async ({ staffPage: page, db }) => {
    await page.goto('/print/samples')
    const fields = page.locator('#request').locator('input:not([tabindex="-1"]), select')
    const said = await fields.evaluateAll((elements) =>
      elements.map((element) => [element.getAttribute('autocomplete'), element.hasAttribute('required')]),
    )
    expect(said).toEqual([
      ['given-name', true],
      ['family-name', true],
      ['email', true],
      ['tel', false],
      ['organization', false],
      ['address-line1', true],
      ['address-line2', false],
      ['address-level2', true],
      ['address-level1', true],
      ['postal-code', true],
      [null, true],
    ])
    await expect(page.getByText('Fields marked * are required.')).toBeVisible()

    const form = page.locator('#request')
    await form.getByLabel('First name').fill('Dana')
    await form.getByLabel('Last name').fill('<img src=x onerror=alert(1)>')
    await form.getByLabel('Email').fill('dana@example.com')
    await form.getByLabel(/^Address/).fill('12 Example Street')
    await form.getByLabel('City').fill('Cambridge')
    await form.getByLabel('State').selectOption('MA')
    await form.getByLabel('ZIP Code').fill('02138')
    await form.getByLabel('What should we send?').selectOption('both')
    await form.getByRole('button', { name: 'Send My Samples' }).dblclick()
    const thanks = page.getByRole('dialog', { name: 'Thank You!' })
    await expect(thanks).toContainText(brand.phone.display)
    await expect(thanks.getByRole('link', { name: 'Schedule Demo' })).toHaveAttribute('target', '_blank')
    await thanks.getByRole('button', { name: 'Close' }).click()
    await expect(thanks).toBeHidden()
    await expect(page.getByLabel('First name')).toHaveValue('')
    expect((await db.query('select state, zip from sample_request')).rows).toEqual([{ state: 'MA', zip: '02138' }])

    await page.goto('/admin/samples?tab=requests')
    await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
  },
)
