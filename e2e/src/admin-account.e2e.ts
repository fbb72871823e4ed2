import { expect, test } from './test.ts'

test('after a password change this browser stays signed in, and others are signed out', async ({
  staffPage: owner,
  browser,
  baseURL,
  db,
}) => {
  await db.query('truncate rate_limit')
  const nia = { email: 'nia@example.com', name: 'Nia Example', role: 'editor' }
  const invited = await owner.request.post('/api/admin/staff-invitations', { data: nia })
  const { path } = await invited.json()
  const token = path.split('link=')[1]
  const before = 'three quiet herons'
  await owner.request.post('/api/set-password', { form: { token, password: before, repeated: before } })

  const context = () => browser.newContext({ ...(baseURL && { baseURL }) })
  const [here, elsewhere] = [await (await context()).newPage(), await (await context()).newPage()]
  for (const page of [here, elsewhere]) {
    await page.goto('/admin/account')
    await page.getByLabel('Email').fill(nia.email)
    await page.getByLabel('Password').fill(before)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  }

  const after = 'copper kettle orchard'
  await here.getByRole('button', { name: 'Change password' }).click()
  const form = here.getByRole('dialog', { name: 'Change password' })
  await expect(form.getByLabel('Current password')).toBeFocused()
  await here.keyboard.type('a wrong long secret')
  await form.getByLabel(/^New password( \*)?$/).fill(after)
  await form.getByLabel('New password again').fill(after)
  await here.keyboard.press('Enter')
  await expect(form.getByText('Is not your password')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await here.keyboard.press('Control+a')
  await here.keyboard.type(before)
  await here.keyboard.press('Enter')
  await expect(here.getByRole('region', { name: 'Notification' })).toContainText('Password changed')
  await expect(form).toHaveCount(0)
  await expect(here.getByRole('button', { name: 'Change password' })).toBeFocused()

  await here.reload()
  await expect(here.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await elsewhere.waitForURL('**/api/login?**')
  await elsewhere.getByLabel('Email').fill(nia.email)
  await elsewhere.getByLabel('Password').fill(before)
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await expect(elsewhere.getByText('Wrong email or password.')).toBeVisible()
  await elsewhere.getByLabel('Password').fill(after)
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Your account' })).toBeVisible()

  await owner.goto('/admin/settings')
  await expect(owner.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
    'Set a new password for Nia Example',
  )
})
