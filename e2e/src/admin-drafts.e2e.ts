import type { Page } from '@playwright/test'
import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

const leadId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a66'
const nia = { email: 'nia@example.com', password: staff.password }

test.beforeEach(async ({ db }) => {
  await db.query(
    `insert into lead (id, first_name, last_name, email, lead_source, source)
     values ($1, 'Dana', 'Example', 'dana@example.com', 'Website', 'Main Website')`,
    [leadId],
  )
})

const panel = (page: Page) => page.getByRole('dialog', { name: 'Lead' })
const unsaved = (page: Page) => page.getByText('You entered this earlier. It isn’t saved yet.')

test('pipeline edits are kept when the session has ended before saving, and can be saved afterwards', async ({
  staffPage: page,
  db,
}) => {
  await page.goto(`/admin/leads?lead=${leadId}`)
  await panel(page).getByLabel('Next step').fill('Send the spring samples')
  await db.query('truncate staff_session')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/api/login?**')
  await expect(page.getByText('Your unsaved text is still in this tab')).toBeVisible()
  // While they are signed out, a colleague saves.
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

test('a note is kept too, for its author alone', async ({ staffPage: page, db }) => {
  await db.query(
    `insert into staff_user (id, email, name, role, password_hash)
     select gen_random_uuid(), $1, 'Nia Example', 'editor', password_hash from staff_user where email = $2`,
    [nia.email, staff.email],
  )
  const note = panel(page).getByLabel('Add a note')
  await page.goto(`/admin/leads?lead=${leadId}`)
  await note.fill('Likes postcards')
  await db.query('truncate staff_session')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.waitForURL('**/api/login?**')
  await expect(page.getByText('Your unsaved text is still in this tab')).toBeVisible()

  await test.step('a colleague signs in on the same tab and sees nothing of it', async () => {
    await signIn(page, nia)
    await expect(note).toHaveValue('')
    await expect(unsaved(page)).toHaveCount(0)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('postcards')
  })

  await test.step('what the colleague types is kept for a reload, and dropped by signing out', async () => {
    await note.fill('Call on Monday')
    // The browser may ask before it leaves the text.
    page.on('dialog', (question) => question.accept())
    await page.reload()
    await expect(note).toHaveValue('Call on Monday')
    await expect(unsaved(page)).toBeVisible()
    await page.getByRole('button', { name: 'Close lead' }).click()
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('**/api/login')
    await page.goto(`/admin/leads?lead=${leadId}`)
    await signIn(page, nia)
    await expect(note).toHaveValue('')
  })
})

test('a dialog restores unsaved text and says that it is not saved', async ({ staffPage: page }) => {
  // The browser asks whether to leave a page with text that is not saved.
  page.on('dialog', (question) => question.accept())
  await page.goto('/admin/samples?edit=new')
  const field = page.getByRole('dialog', { name: 'Create New Template' }).getByLabel('Name')
  await field.fill('Half a name')
  await expect(unsaved(page)).toHaveCount(0)
  await page.reload()
  await expect(field).toHaveValue('Half a name')
  await expect(unsaved(page)).toBeVisible()
})

test('staying on the page after Logout keeps the text, and the other tabs', async ({ staffPage: page, context }) => {
  const second = await context.newPage()
  await second.goto('/admin/pricing')
  await page.goto(`/admin/leads?lead=${leadId}`)
  const note = panel(page).getByLabel('Add a note')
  await note.fill('Likes')
  page.once('dialog', (question) => question.dismiss())
  await page.getByRole('link', { name: 'Logout' }).click()
  await note.pressSequentially(' postcards')
  page.once('dialog', (question) => question.accept())
  await page.reload()
  await expect(note).toHaveValue('Likes postcards')
  await expect(second.getByRole('button', { name: 'Add Product' })).toBeVisible()
})

test('a dialog takes no text while it saves, and the focus is back in its field if that fails', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/samples?edit=new')
  const dialog = page.getByRole('dialog', { name: 'Create New Template' })
  await dialog.getByLabel('Type').selectOption('letter')
  const field = dialog.getByLabel('Name')
  await field.fill('Fall')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/admin/sample-templates', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await answer.promise
    return route.abort()
  })
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.type(' letters')
  await expect(field).toHaveValue('Fall')
  answer.resolve()
  await expect(field).toBeFocused()
  await page.keyboard.type('ing leaves')
  await expect(field).toHaveValue('Falling leaves')
})
