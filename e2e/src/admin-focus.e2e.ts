import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

// After every action that removes the focused element, the focus must be somewhere sensible, and never on the body,
// where the next Tab would start at the top of the page.

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at === document.body || !at
      ? 'nothing'
      : (at.getAttribute('aria-label') ?? at.textContent).trim() || at.tagName
  })

/** @param element the text or label of the focused element */
const expectFocus = (page: Page, what: string, element: RegExp) =>
  expect.poll(() => focused(page), `the focus after: ${what}`).toMatch(element)

const anything = /^(?!nothing$)/

const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first()
  // A toggled button ignores clicks briefly after a change.
  await expect(button).toBeEnabled()
  await button.focus()
  await page.keyboard.press('Enter')
}
/** Confirms a dialog by keyboard, once the dialog has the focus. */
const answer = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog').filter({ has: button })
  await expect(dialog.locator('button:focus')).toHaveCount(1)
  await button.press('Enter')
}
const choose = (page: Page) => page.getByRole('checkbox', { name: 'Select all shown' }).check()
const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const undo = (page: Page) => toast(page).getByRole('button', { name: 'Undo' })
const pressUndo = async (page: Page) => {
  await undo(page).focus()
  await page.keyboard.press('Enter')
  await expect(undo(page)).toHaveCount(1)
}

test('the focus is in a sensible place after each action on requests', async ({ staffPage: page, db }) => {
  await db.query(
    `insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type)
     select gen_random_uuid(), name, 'Example', name || '@example.com', '1 Example Street', 'Cambridge', 'MA', '02138', 'both'
       from unnest(array['Ada', 'Ben', 'Cleo']) as name`,
  )
  const pending = page.getByRole('button', { name: 'Pending', exact: true })
  await page.goto('/admin/samples?tab=requests&processed=false')
  await press(page, 'Pending')
  await expectFocus(page, 'one request marked', /^Processed$/)
  await pressUndo(page)
  await expectFocus(page, 'its Undo in the toast', /^(Pending|Processed)$/)
  await expect(pending).toHaveCount(3)
  await press(page, 'Pending')
  await expect(pending).toHaveCount(2)
  await page.getByRole('row').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(pending).toHaveCount(3)
  await expectFocus(page, 'its Undo in the row', /^Pending$/)

  await choose(page)
  await press(page, 'Print and mark sent…')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('3 selected')).toBeVisible()
  await expectFocus(page, 'the print dialog left with Escape', /^Print and mark sent…$/)
  await press(page, 'Mark processed')
  await expectFocus(page, 'many requests marked', /^Print and mark sent…$/)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Select all shown')).toBeVisible()
  await expectFocus(page, 'a selection cleared by Escape', anything)
})

test('the focus is in a sensible place after each action on templates', async ({ staffPage: page, db }) => {
  await db.query(
    `insert into sample_template (id, name, type, version) select gen_random_uuid(), name, 'letter', 1
       from unnest(array['Winter', 'Spring', 'Autumn']) as name`,
  )
  await page.goto('/admin/samples')
  await press(page, 'Edit Spring')
  const dialog = page.getByRole('dialog', { name: 'Edit Template' })
  const field = dialog.getByLabel('Name')
  await field.fill('Fall')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/admin/sample-templates/*', async (route) => {
    await answered.promise
    return route.abort()
  })
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  // A dialog accepts no text while it saves.
  await page.keyboard.type(' letters')
  await expect(field).toHaveValue('Fall')
  answered.resolve()
  await expect(field).toBeFocused()
  await page.unroute('**/api/admin/sample-templates/*')
  await page.keyboard.type('ing leaves')
  await expect(field).toHaveValue('Falling leaves')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expectFocus(page, 'a template edited', /^Edit Falling leaves$/)

  await press(page, 'Delete Falling leaves')
  await answer(page, 'Delete')
  await expect(page.getByRole('listitem', { name: 'Falling leaves' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocus(page, 'a template deleted', /Winter|Autumn/)
})

test('the focus is in a sensible place after each action on products', async ({ staffPage: page, db }) => {
  await db.query(
    `insert into pricing_product (id, name, category, starting_price, sort_order)
     select gen_random_uuid(), name, 'letter', 0.7, place from unnest(array['One', 'Two', 'Three']) with ordinality as p (name, place)`,
  )
  await page.goto('/admin/pricing')
  await press(page, 'Edit Two')
  await page.getByRole('dialog').getByLabel('Starting price').fill('0')
  await page.keyboard.press('Control+Enter')
  await answer(page, 'Save price')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocus(page, 'a price of 0 that was asked about', /^Edit Two$/)
  await press(page, 'Hide Two')
  await expect(page.getByRole('button', { name: 'Show Two' })).toBeEnabled()
  await expectFocus(page, 'a product hidden', /^Show Two$/)
  await page.getByRole('button', { name: 'Close notification' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Close notification' })).toHaveCount(0)
  await expectFocus(page, 'a toast closed', /^Show Two$/)
  await press(page, 'Move Two later')
  await expect(page.getByRole('listitem').filter({ hasText: 'Edit' }).last()).toContainText('Two')
  await expectFocus(page, 'a product moved', /^Move Two later$/)
  await pressUndo(page)
  await expectFocus(page, 'its Undo in the toast', /^Move Two later$/)
  await choose(page)
  await press(page, 'Hide')
  await expectFocus(page, 'many products hidden', /^Show$/)
})

test('the focus is in a sensible place after each action on leads', async ({ staffPage: page, db }) => {
  await db.query(
    `insert into lead (id, first_name, last_name, email, lead_source, source)
     select gen_random_uuid(), name, 'Example', name || '@example.com', 'Website', 'Main Website'
       from unnest(array['Ada', 'Ben', 'Cleo']) as name`,
  )
  await page.goto('/admin/leads?stage=new')
  await page.getByRole('button', { name: 'Ben Example' }).press('Enter')
  const stage = page.getByRole('dialog').getByLabel('Stage')
  await stage.selectOption('won')
  await stage.press('Control+Enter')
  await expect(undo(page)).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expectFocus(page, 'a lead closed that the filter no longer finds', /^All leads$/)
  await choose(page)
  await press(page, 'Assign')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('2 leads assigned')
  await expectFocus(page, 'several leads assigned', /^Assign$/)
  await press(page, 'Mark as spam')
  await expect(page.getByText('No leads match')).toBeVisible()
  await expectFocus(page, 'all leads marked as spam', anything)
})
