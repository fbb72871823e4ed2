import type { Page } from '@playwright/test'
import { addNia, nia, signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

const leadId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a66'

test.beforeEach(async ({ db }) => {
  await db.query(
    `insert into lead (id, first_name, last_name, email, lead_source, source)
     values ($1, 'Dana', 'Example', 'dana@example.com', 'Website', 'Main Website')`,
    [leadId],
  )
})

const panel = (page: Page) => page.getByRole('dialog', { name: 'Lead' })
const unsaved = (page: Page) => page.getByText('You entered this earlier. It isn’t saved yet.')

test('pipeline edits survive a session that ends before saving, and can be saved afterwards', async ({
  staffPage: page,
  db,
}) => {
  await page.goto(`/admin/leads?lead=${leadId}`)
  await panel(page).getByLabel('Next step').fill('Send the spring samples')
  await db.query('truncate staff_session')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/api/login?**')
  await expect(page.getByText('Your unsaved text is still in this tab')).toBeVisible()
  // A colleague saves while this user is signed out.
  await db.query(`update lead set stage = 'contacted', version = version + 1`)
  await signIn(page, staff)
  await expect(panel(page).getByLabel('Next step')).toHaveValue('Send the spring samples')
  await expect(unsaved(page)).toBeVisible()
  await expect(panel(page).getByText('Kept someone else’s change: Stage Contacted.')).toBeVisible()
  await panel(page).getByLabel('Next step').press('Control+Enter')
  const toast = page.getByRole('region', { name: 'Notification' })
  await expect(toast).toContainText('Lead updated successfully')
  await expect(unsaved(page)).toHaveCount(0)
  const { rows } = await db.query('select stage, next_step from lead')
  expect(rows).toEqual([{ stage: 'contacted', next_step: 'Send the spring samples' }])
  await page.reload()
  await expect(panel(page).getByLabel('Next step')).toHaveValue('Send the spring samples')
  await expect(unsaved(page)).toHaveCount(0)
})

test('a note survives a dismissed logout, and is deleted by signing out', async ({ staffPage: page, context, db }) => {
  await addNia(db)
  const second = await context.newPage()
  await second.goto('/admin/pricing')
  await page.goto(`/admin/leads?lead=${leadId}`)
  const note = panel(page).getByLabel('Add a note')
  await note.fill('Likes')
  page.once('dialog', (question) => question.dismiss())
  await page.getByRole('link', { name: 'Logout' }).click()
  await note.pressSequentially(' postcards')
  // The browser asks whether to leave a page with unsaved text.
  page.on('dialog', (question) => question.accept())
  await page.reload()
  await expect(note).toHaveValue('Likes postcards')
  await expect(unsaved(page)).toBeVisible()
  await expect(second.getByRole('button', { name: 'Add Product' })).toBeVisible()
  await second.close()

  await page.getByRole('button', { name: 'Close lead' }).click()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.waitForURL('**/api/login')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('postcards')
  await page.goto(`/admin/leads?lead=${leadId}`)
  await signIn(page, nia)
  await expect(note).toHaveValue('')
  await expect(unsaved(page)).toHaveCount(0)
})
