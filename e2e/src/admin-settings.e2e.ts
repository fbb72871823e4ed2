import type { Page } from '@playwright/test'
import { signIn } from './staff.ts'
import { expect, test } from './test.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const account = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Accounts' }).getByRole('listitem', { name })

/** Reads the one-time link and closes its dialog. */
async function takeLink(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = await dialog.getByLabel('One-time link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return link
}

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const confirm = (page: Page, title: string, name: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name }).click()

const noLink = 'This link does not work'

test('a person is invited, signs in, gets another role and password, and is disabled', async ({
  staffPage: page,
  browser,
  product: { origin },
}) => {
  const theirs = await (await browser.newContext({ baseURL: origin })).newPage()
  const heading = theirs.getByRole('heading', { level: 1 })
  const person = { email: 'nia@example.com', password: 'three quiet herons' }
  await page.goto('/admin/settings')

  await test.step('only the newer of two links works, and only once', async () => {
    await press(page, 'Invite')
    const form = page.getByRole('dialog', { name: 'Invite to the staff app' })
    await form.getByLabel('Name').fill('Nia Example')
    await form.getByLabel('Email').fill(person.email)
    await form.getByLabel('Role').selectOption('editor')
    await form.getByLabel('Email').press('Control+Enter')
    await expect(toast(page)).toContainText('Invitation created successfully')
    const first = await takeLink(page, 'Invitation link')
    await press(page, 'New link for Nia Example')
    await confirm(page, 'New invitation link', 'Create link')
    const second = await takeLink(page, 'Invitation link')
    await theirs.goto(first)
    await expect(heading).toHaveText(noLink)
    await setPassword(theirs, second, person.password)
    await theirs.goto(second)
    await expect(heading).toHaveText(noLink)
  })

  await test.step('an invitation is revoked', async () => {
    await page.goto('/admin/settings?edit=new')
    const form = page.getByRole('dialog', { name: 'Invite to the staff app' })
    await form.getByLabel('Name').fill('Omar Example')
    await form.getByLabel('Email').fill('omar@example.com')
    await form.getByLabel('Email').press('Control+Enter')
    const link = await takeLink(page, 'Invitation link')
    await press(page, 'Revoke invitation of Omar Example')
    await confirm(page, 'Revoke invitation', 'Revoke')
    await expect(page.getByText('No open invitations')).toBeVisible()
    await theirs.goto(link)
    await expect(heading).toHaveText(noLink)
  })

  await test.step('an editor has no access to the settings, and a viewer cannot change a price', async () => {
    await theirs.goto('/admin/settings')
    await signIn(theirs, person)
    await expect(theirs.getByText('Only owners can open the settings')).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Settings' })).toHaveCount(0)
    await press(page, 'Change role of Nia Example')
    const role = page.getByRole('dialog', { name: 'Role for Nia Example' })
    await role.getByLabel('Role').selectOption('viewer')
    await role.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page)).toContainText('Role updated successfully')
    await expect(account(page, 'Nia Example')).toContainText('Viewer')
    await expect(toast(theirs)).toContainText('You’re now a viewer.')
  })

  await test.step('a new password replaces the old one', async () => {
    await press(page, 'Reset password for Nia Example')
    await confirm(page, 'Reset password', 'Create link')
    await setPassword(theirs, await takeLink(page, 'Password link'), 'four louder herons')
    await theirs.getByRole('link', { name: 'Sign in' }).click()
    await signIn(theirs, person)
    await expect(theirs.getByRole('alert')).toContainText('Wrong email or password.')
    await signIn(theirs, { ...person, password: 'four louder herons' })
    await expect(heading).toHaveText('Dashboard')
  })

  await test.step('a disabled account is signed out, and the log shows it', async () => {
    await press(page, 'Disable Nia Example')
    await confirm(page, 'Disable account', 'Disable')
    await expect(account(page, 'Nia Example').getByText('Disabled')).toBeVisible()
    // Their page receives the event and redirects by itself.
    await expect(heading).toHaveText('Sign in')
    await press(page, 'Enable Nia Example')
    await confirm(page, 'Enable account', 'Enable')
    await expect(toast(page)).toContainText('Account enabled successfully')
    await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
      /^Enabled Nia Example/,
      /^Disabled Nia Example/,
      /^Set a new password for Nia Example\s*Nia Example/,
      /^Created a password link for Nia Example/,
      /^Changed the role of Nia Example\s*Editor → Viewer/,
      /^Revoked the invitation of Omar Example/,
      /^Invited Omar Example/,
      /^Accepted the invitation of Nia Example\s*Editor/,
      /^Created a new link for Nia Example/,
      /^Invited Nia Example\s*Editor/,
    ])
    await page.getByRole('tab', { name: 'Sign-ins' }).click()
    await page.getByLabel('Person').selectOption('Nia Example')
    await expect(page.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem')).toHaveText([
      /^Signed in/,
      /^Failed/,
      /^Signed in/,
    ])
  })
  await theirs.context().close()
})
