import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { addAuthenticator } from './authenticator.ts'
import { addNia, nia, signIn } from './staff.ts'
import { expect, test } from './test.ts'

/** Ends the session, and returns to the sign-in page. */
async function comeBack(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/admin/account')
  await page.waitForURL('**/api/login?**')
}

const recoveryCodes = (page: Page) => page.getByRole('dialog', { name: 'Recovery codes' })

/** Sets up an app. Returns it with the code that was used. */
async function setUpApp(page: Page): Promise<{ app: TOTP; used: string }> {
  await page.getByRole('button', { name: 'Set up app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByLabel('Current password').fill(nia.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
  const address = await dialog.getByRole('link', { name: 'open the app on this device' }).getAttribute('href')
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const used = app.generate()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(used)
  await page.keyboard.press('Enter')
  const codes = recoveryCodes(page)
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const download = page.waitForEvent('download')
  await codes.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 codes are left')).toBeVisible()
  return { app, used }
}

test(
  'an authenticator code is required after the password, and a passkey signs in without either',
  { tag: '@B21' },
  async ({ staffPage: owner, browser, baseURL, db }) => {
    await addNia(db)
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await addAuthenticator(page)
    const account = page.getByRole('heading', { name: 'Your Account' })
    const toast = page.getByRole('region', { name: 'Notification' })
    const codes = recoveryCodes(page)
    const prove = async (title: string) => {
      await page.getByRole('dialog', { name: title }).getByLabel('Current password').fill(nia.password)
      await page.keyboard.press('Enter')
    }
    const createPasskey = async (name: string) => {
      await page.getByRole('button', { name: 'Add passkey' }).click()
      await page.getByLabel('Passkey name').fill(name)
      await prove('Add a passkey')
      await expect(page.getByRole('listitem', { name, includeHidden: true })).toHaveCount(1)
    }

    await page.goto('/admin/account')
    await signIn(page, nia)
    const { app, used } = await setUpApp(page)

    await comeBack(page)
    await signIn(page, nia)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expect(page.getByLabel('Code from your authenticator app')).toBeFocused()
    // The 30 seconds of the used code may not be over yet.
    await page.keyboard.type(used)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').first()).toContainText('was already used')
    await page
      .getByLabel('Code from your authenticator app')
      .fill(app.generate({ timestamp: (app.counter() + 1) * 30_000 }))
    await page.keyboard.press('Enter')
    await expect(account).toBeVisible()

    await createPasskey('Laptop')
    await expect(toast).toContainText('Passkey added')
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await prove('New recovery codes')
    await expect(codes.getByRole('listitem')).toHaveCount(10)

    await comeBack(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(account).toBeVisible()
    await page.getByRole('button', { name: 'Remove app' }).click()
    await prove('Remove authenticator app')
    await expect(page.getByText('Not set up')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem').first()).toContainText('Passkey')

    await owner.goto('/admin/settings?tab=staff')
    await owner.getByRole('button', { name: 'Reset second factor for Nia Example' }).click()
    await owner.getByRole('dialog', { name: 'Reset second factor' }).getByRole('button', { name: 'Reset' }).click()
    await expect(owner.getByText('Second factor reset successfully')).toBeVisible()
    // This ends the session, and the page redirects to the sign-in page by itself.
    await page.waitForURL('**/api/login?**')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('alert').first()).toContainText('This passkey did not sign you in.')

    await signIn(page, nia)
    await createPasskey('Phone')
    await codes.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('dialog', { name: 'Close without saving the codes?' })
      .getByRole('button', { name: 'Close', exact: true })
      .click()
    await page.getByRole('button', { name: 'Remove passkey Phone' }).click()
    await prove('Remove passkey')
    await expect(page.getByRole('listitem', { name: 'Phone' })).toHaveCount(0)
    await context.close()
  },
)

test('a page at an IP address says that passkeys need the domain name', async ({ page, baseURL }) => {
  await addAuthenticator(page)
  await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}/api/login`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Passkeys do not work at 127.0.0.1. Use the domain name, for example localhost instead of 127.0.0.1.',
  )
})
