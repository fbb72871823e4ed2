import type { Browser, Page } from '@playwright/test'
import { inviteNia, nia, signIn } from './staff.ts'
import { expect, test } from './test.ts'

/** Another browser in which Nia is signed in. */
async function signInNia(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await page.goto('/admin/account')
  await signIn(page, nia)
  await expect(page.getByRole('heading', { name: 'Your Account' })).toBeVisible()
  return page
}

test.beforeEach(({ staffPage: owner, db }) => inviteNia(owner, db))

test('sessions are ended one by one and all at once, by their owner and by an account owner', async ({
  staffPage: owner,
  browser,
  baseURL,
}) => {
  const [here, second] = [await signInNia(browser, baseURL), await signInNia(browser, baseURL)]
  const toast = here.getByRole('region', { name: 'Notification' })
  const sessions = here.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await here.reload()
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This browser')
  await expect(sessions.last()).toContainText(/Chrome on \w+/)
  await sessions
    .last()
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await here.getByRole('dialog', { name: 'End session' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(toast).toContainText('Session ended')
  await expect(sessions).toHaveCount(1)
  // Its live events end, so it does not wait for a click.
  await second.waitForURL('**/api/login?**')

  const third = await signInNia(browser, baseURL)
  await here.reload()
  await here.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await here.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)
  await third.waitForURL('**/api/login?**')

  const fourth = await signInNia(browser, baseURL)
  await owner.goto('/admin/settings')
  await owner.getByRole('button', { name: `Access for ${nia.name}` }).click()
  const access = owner.getByRole('dialog', { name: `Access for ${nia.name}` })
  await expect(access.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2)
  await access
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click()
  await owner.getByRole('dialog', { name: 'End session' }).getByRole('button', { name: 'Sign out' }).click()
  await fourth.waitForURL('**/api/login?**')
  await access.getByRole('button', { name: 'Sign out everywhere' }).click()
  await owner.getByRole('dialog', { name: 'Sign out everywhere' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(access.getByText('Not signed in anywhere')).toBeVisible()
  await here.waitForURL('**/api/login?**')
  await access.getByRole('button', { name: 'Done' }).click()
  const changes = owner.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes.first()).toContainText(`Ended the sessions of ${nia.name}`)
  await expect(changes.nth(1)).toContainText(`Ended a session of ${nia.name}`)
})

test('a token created on the screen reads leads until it is revoked', async ({
  staffPage: owner,
  browser,
  baseURL,
  playwright,
}) => {
  const page = await signInNia(browser, baseURL)
  // A program: it has no cookies.
  const program = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const make = async (name: string, scope: string) => {
    await page.getByRole('button', { name: 'Create token' }).click()
    const form = page.getByRole('dialog', { name: 'Create API token' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await page.keyboard.type(name)
    await form.getByRole('checkbox', { name: scope }).press('Space')
    await form.getByLabel('Current password').fill(nia.password)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Your API token' })
    const token = await shown.getByLabel('API token').inputValue()
    await shown.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('dialog', { name: 'Close without copying?' })
      .getByRole('button', { name: 'Close', exact: true })
      .click()
    await expect(page.getByRole('listitem', { name })).toBeVisible()
    return token
  }
  const statusWith = async (token: string) => {
    const answer = await program.get('/api/admin/leads', { headers: { authorization: `Bearer ${token}` } })
    return answer.status()
  }

  const [reader, other] = [await make('Weekly report', 'Read leads'), await make('Price sheet', 'Edit prices')]
  expect([await statusWith(reader), await statusWith(other)]).toEqual([200, 403])
  await page.reload()
  await expect(page.getByRole('listitem', { name: 'Weekly report' })).toContainText('Last used')
  await page.getByRole('button', { name: 'Revoke Weekly report' }).click()
  await page.getByRole('dialog', { name: 'Revoke token' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('listitem', { name: 'Weekly report' })).toHaveCount(0)
  expect(await statusWith(reader)).toBe(401)

  await owner.goto('/admin/settings')
  await owner.getByRole('button', { name: `Access for ${nia.name}` }).click()
  await owner.getByRole('button', { name: 'Revoke Price sheet' }).click()
  await owner.getByRole('dialog', { name: 'Revoke token' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(owner.getByText('No tokens')).toBeVisible()
  expect(await statusWith(other)).toBe(401)
  await program.dispose()
})
