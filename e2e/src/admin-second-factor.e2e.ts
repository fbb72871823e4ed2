import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from './test.ts'

const nia = { email: 'nia@example.com', name: 'Nia Example', role: 'editor' }
const password = 'three quiet herons'

/** A device that has passkeys, and whose owner unlocks them at once. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Ends the session, and comes back to the sign-in page. */
async function comeBack(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/admin/account')
  await page.waitForURL('**/api/login?**')
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(nia.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test(
  'a code of an app is asked for after the password, and a passkey signs in without either',
  { tag: '@B21' },
  async ({ staffPage: owner, browser, baseURL, db }) => {
    await db.query('truncate rate_limit')
    const invited = await owner.request.post('/api/admin/staff-invitations', { data: nia })
    const { path } = await invited.json()
    const token = path.split('link=')[1]
    await owner.request.post('/api/set-password', { form: { token, password, repeated: password } })
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await addDevice(page)
    const account = page.getByRole('heading', { name: 'Your account' })
    const toast = page.getByRole('region', { name: 'Notification' })

    await page.goto('/admin/account')
    await enterPassword(page)
    await page.getByRole('button', { name: 'Set up app' }).click()
    const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await setUp.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await expect(setUp.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
    const address = await setUp.getByRole('link', { name: 'open the app on this device' }).getAttribute('href')
    const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const used = app.generate()
    await setUp.getByRole('textbox', { name: 'Code' }).fill(used)
    await page.keyboard.press('Enter')
    const codes = page.getByRole('dialog', { name: 'Recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    const download = page.waitForEvent('download')
    await codes.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await codes.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('10 codes are left')).toBeVisible()

    await comeBack(page)
    await enterPassword(page)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expect(page.getByLabel('Code of your authenticator app')).toBeFocused()
    // Its half minute may not be over yet.
    await page.keyboard.type(used)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').first()).toContainText('was used already')
    await page
      .getByLabel('Code of your authenticator app')
      .fill(app.generate({ timestamp: (app.counter() + 1) * 30_000 }))
    await page.keyboard.press('Enter')
    await expect(account).toBeVisible()

    await page.getByRole('button', { name: 'Add passkey' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a passkey' })
    await adding.getByLabel('Current password').fill(password)
    await adding.getByLabel('Name of the passkey').fill('Laptop')
    await page.keyboard.press('Enter')
    await expect(toast).toContainText('Passkey added')
    await expect(page.getByRole('listitem', { name: 'Laptop' })).toBeVisible()

    await comeBack(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(account).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem').first()).toContainText('Passkey')

    await page.getByRole('button', { name: 'Remove passkey Laptop' }).click()
    await page.getByRole('dialog', { name: 'Remove passkey' }).getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem', { name: 'Laptop' })).toHaveCount(0)
    await comeBack(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('alert').first()).toContainText('This passkey did not sign you in.')
    await context.close()
  },
)
