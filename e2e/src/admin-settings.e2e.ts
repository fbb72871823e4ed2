import type { Browser, Page } from '@playwright/test'
import { startFakePipedrive } from 'tools/fake-pipedrive'
import { startApi } from './product.ts'
import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const account = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Accounts' }).getByRole('listitem', { name })

/** Reads the one-time link, and closes its dialog. */
async function takeLink(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = await dialog.getByLabel('One-time link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return link
}

/** Another person's browser. */
const somebodyElse = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
}

test('a person is invited, signs in, gets another role and password, and is disabled', async ({
  staffPage: page,
  browser,
  baseURL,
}) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('dialog', { name: 'Invite to the admin' })
  await form.getByLabel('Name').fill('Nia Example')
  await form.getByLabel('Email').fill(staff.email)
  await form.getByLabel('Role').selectOption('editor')
  await form.getByRole('button', { name: 'Create invitation' }).click()
  await expect(form.getByText('Already has an account')).toBeVisible()
  await form.getByLabel('Email').fill('nia@example.com')
  await form.getByRole('button', { name: 'Create invitation' }).click()
  await expect(toast(page)).toContainText('Invitation created successfully')
  const invitation = await takeLink(page, 'Invitation link')

  const theirs = await somebodyElse(browser, baseURL)
  await setPassword(theirs, invitation, 'three quiet herons')
  await theirs.getByRole('link', { name: 'Sign in' }).click()
  await signIn(theirs, { email: 'nia@example.com', password: 'three quiet herons' })
  await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await theirs.goto('/admin/settings')
  await expect(theirs.getByText('Only owners can open the settings')).toBeVisible()
  await theirs.getByRole('main').getByRole('link', { name: 'Your Account' }).click()
  await expect(theirs.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem')).toHaveText(/^Signed in/)
  await theirs.goto(invitation)
  await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Change role of Nia Example' }).click()
  const role = page.getByRole('dialog', { name: 'Role for Nia Example' })
  await role.getByLabel('Role').selectOption('viewer')
  await role.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Role updated successfully')
  await expect(account(page, 'Nia Example')).toContainText('Viewer')
  await theirs.goto('/admin/pricing')
  await expect(theirs.getByText('No pricing products yet').or(theirs.getByRole('listitem').first())).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Add Product' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Reset password for Nia Example' }).click()
  await page.getByRole('dialog', { name: 'Reset password' }).getByRole('button', { name: 'Create link' }).click()
  await expect(toast(page)).toContainText('Password link created successfully')
  await setPassword(theirs, await takeLink(page, 'Password link'), 'four louder herons')
  await theirs.getByRole('link', { name: 'Sign in' }).click()
  await signIn(theirs, { email: 'nia@example.com', password: 'three quiet herons' })
  await expect(theirs.getByRole('alert')).toContainText('Wrong email or password.')
  await signIn(theirs, { email: 'nia@example.com', password: 'four louder herons' })
  await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.getByRole('button', { name: 'Disable Nia Example' }).click()
  await page.getByRole('dialog', { name: 'Disable account' }).getByRole('button', { name: 'Disable' }).click()
  await expect(toast(page)).toContainText('Account disabled successfully')
  await expect(account(page, 'Nia Example').getByText('Disabled')).toBeVisible()
  // Their page gets the event and redirects by itself.
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await theirs.context().close()

  await page.getByRole('button', { name: 'Enable Nia Example' }).click()
  await page.getByRole('dialog', { name: 'Enable account' }).getByRole('button', { name: 'Enable' }).click()
  await expect(toast(page)).toContainText('Account enabled successfully')
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveText([
    /^Enabled Nia Example/,
    /^Disabled Nia Example/,
    /^Set a new password for Nia Example\s*Nia Example/,
    /^Created a password link for Nia Example/,
    /^Changed the role of Nia Example\s*Editor → Viewer/,
    /^Accepted the invitation of Nia Example\s*Editor/,
    /^Invited Nia Example\s*Editor/,
  ])

  await page.getByRole('tab', { name: 'Sign-ins' }).click()
  await page.getByLabel('Person').selectOption('Nia Example')
  const attempts = page.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem')
  await expect(attempts).toHaveText([/^Signed in/, /^Failed/, /^Signed in/])
  await page.getByLabel('Outcome').selectOption('Failed')
  await expect(attempts).toHaveText([/^FailedNia Example/])
  await page.reload()
  await expect(attempts).toHaveText([/^FailedNia Example/])
})

test('after renewal only the last invitation link works, and after revocation none', async ({
  staffPage: page,
  browser,
  baseURL,
}) => {
  await page.goto('/admin/settings?edit=new')
  const form = page.getByRole('dialog', { name: 'Invite to the admin' })
  await form.getByLabel('Name').fill('Omar Example')
  await form.getByLabel('Email').fill('omar@example.com')
  await form.getByLabel('Email').press('Control+Enter')
  const first = await takeLink(page, 'Invitation link')
  await page.getByRole('button', { name: 'New link for Omar Example' }).click()
  await page.getByRole('dialog', { name: 'New invitation link' }).getByRole('button', { name: 'Create link' }).click()
  await expect(toast(page)).toContainText('Invitation link created successfully')
  const second = await takeLink(page, 'Invitation link')

  const theirs = await somebodyElse(browser, baseURL)
  const heading = theirs.getByRole('heading', { level: 1 })
  await theirs.goto(first)
  await expect(heading).toHaveText('This link does not work')
  await theirs.goto(second)
  await expect(heading).toHaveText('Set your password')

  await page.getByRole('button', { name: 'Revoke invitation of Omar Example' }).click()
  await page.getByRole('dialog', { name: 'Revoke invitation' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page)).toContainText('Invitation revoked successfully')
  await expect(page.getByText('No open invitations')).toBeVisible()
  await theirs.reload()
  await expect(heading).toHaveText('This link does not work')
  await theirs.context().close()
})

test('the CRM sync is paused and resumed, and nothing is sent in between', async ({ browser, db, product }) => {
  const crm = await startFakePipedrive()
  const api = await startApi(product.connection, {
    PIPEDRIVE_API_URL: crm.url,
    PIPEDRIVE_API_TOKEN: crm.token,
    RUN_WORKER: 'true',
  })
  try {
    const page = await browser.newPage({ baseURL: api.origin })
    await page.goto('/api/login?return_to=/admin/settings?tab=crm')
    await signIn(page, staff)
    await expect(page.getByText('Working', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog', { name: 'Pause CRM sync' }).getByRole('button', { name: 'Pause' }).click()
    await expect(toast(page)).toContainText('CRM sync paused')
    await expect(page.getByText('Paused by staff')).toBeVisible()

    const data = { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', leadSource: 'W', source: 'M' }
    expect((await page.request.post('/api/leads', { data })).status()).toBe(201)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Waiting', { exact: true }).locator('..')).toContainText('1')
    expect(crm.calls).toEqual([])

    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(toast(page)).toContainText('CRM sync resumed')
    await expect.poll(() => crm.stored.leads.length).toBe(1)
    await page.getByRole('tab', { name: 'Staff' }).click()
    await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
      /^Resumed the CRM sync/,
      /^Paused the CRM sync/,
    ])
    await page.close()
  } finally {
    await api.stop()
    await crm.close()
    await db.query('update crm_state set staff_paused_at = null, staff_paused_by = null, last_success_at = null')
  }
})
