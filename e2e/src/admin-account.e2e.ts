import { inviteNia, nia, signIn } from './staff.ts'
import { expect, test } from './test.ts'

test('after a password change this browser stays signed in, and others are signed out', async ({
  staffPage: owner,
  browser,
  baseURL,
  db,
}) => {
  await inviteNia(owner, db)
  const context = () => browser.newContext({ ...(baseURL && { baseURL }) })
  const [here, elsewhere] = [await (await context()).newPage(), await (await context()).newPage()]
  for (const page of [here, elsewhere]) {
    await page.goto('/admin/account')
    await signIn(page, nia)
    await expect(page.getByRole('heading', { name: 'Your Account' })).toBeVisible()
  }

  const after = 'copper kettle orchard'
  await here.getByRole('button', { name: 'Change password' }).click()
  const form = here.getByRole('dialog', { name: 'Change password' })
  await expect(form.getByLabel('Current password')).toBeFocused()
  await here.keyboard.type('a wrong long secret')
  await form.getByLabel(/^New password( \*)?$/).fill(after)
  await form.getByLabel('Confirm new password').fill(after)
  await here.keyboard.press('Enter')
  await expect(form.getByText('This is not your current password')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await here.keyboard.press('Control+a')
  await here.keyboard.type(nia.password)
  await here.keyboard.press('Enter')
  await expect(here.getByRole('region', { name: 'Notification' })).toContainText('Password changed')
  await expect(form).toHaveCount(0)
  await expect(here.getByRole('button', { name: 'Change password' })).toBeFocused()

  await here.reload()
  await expect(here.getByRole('heading', { name: 'Your Account' })).toBeVisible()
  await elsewhere.waitForURL('**/api/login?**')
  await signIn(elsewhere, nia)
  await expect(elsewhere.getByText('Wrong email or password.')).toBeVisible()
  await signIn(elsewhere, { ...nia, password: after })
  await expect(elsewhere.getByRole('heading', { name: 'Your Account' })).toBeVisible()

  await owner.goto('/admin/settings')
  await expect(owner.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
    'Set a new password for Nia Example',
  )
})
