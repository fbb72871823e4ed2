import { colleague, nia, startSession } from './staff.ts'
import { expect, test } from './test.ts'

const userAgent = 'Firefox/140.0 Windows'

test('sessions end one by one, with a new password, or all together, by their user or by an owner', async ({
  staffPage: owner,
  browser,
  db,
  product: { origin },
  playwright,
}) => {
  const here = await colleague(browser, db, origin)
  /** Signs Nia in once more. Returns a function that gets the status for this session. */
  const signInElsewhere = async (password = nia.password) => {
    const elsewhere = await playwright.request.newContext({ baseURL: origin, userAgent })
    await startSession(elsewhere, { ...nia, password }, origin)
    return async () => (await elsewhere.get('/api/auth/user')).status()
  }
  const second = await (await browser.newContext({ baseURL: origin, userAgent })).newPage()
  await startSession(second.request, nia, origin)
  for (const page of [here, second]) await page.goto('/admin/account')
  const toast = here.getByRole('region', { name: 'Notification' })
  const sessions = here.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(second.getByRole('list', { name: 'Sessions' })).toBeVisible()

  await test.step('one session', async () => {
    await expect(sessions).toContainText([/Chrome.*This browser/, 'Firefox on Windows'])
    await here.getByRole('button', { name: /^Sign out Firefox/ }).click()
    await here.getByRole('dialog', { name: 'End session' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(toast).toContainText('Session ended')
    await expect(sessions).toHaveCount(1)
    // Its event stream ends, so it redirects without waiting for a click.
    await second.waitForURL('**/api/login?**')
    await second.context().close()
  })

  const password = 'copper kettle orchard'
  await test.step('a new password', async () => {
    const third = await signInElsewhere()
    await here.getByRole('button', { name: 'Change password' }).click()
    const form = here.getByRole('dialog', { name: 'Change password' })
    await expect(form.getByLabel('Current password')).toBeFocused()
    await here.keyboard.type(nia.password)
    await form.getByLabel(/^New password( \*)?$/).fill(password)
    await form.getByLabel('Confirm new password').fill(password)
    await here.keyboard.press('Enter')
    await expect(toast).toContainText('Password changed')
    await expect(here.getByRole('button', { name: 'Change password' })).toBeFocused()
    expect(await third()).toBe(401)
    await expect(signInElsewhere()).rejects.toThrow('sign-in answered 401')
  })

  await test.step('all others', async () => {
    const fourth = await signInElsewhere(password)
    await here.reload()
    await expect(sessions).toHaveCount(2)
    await here.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(sessions).toHaveCount(1)
    expect(await fourth()).toBe(401)
  })

  await test.step('by an owner', async () => {
    const fifth = await signInElsewhere(password)
    await owner.goto('/admin/settings')
    await owner.getByRole('button', { name: 'Access for Nia Example' }).click()
    const access = owner.getByRole('dialog', { name: 'Access for Nia Example' })
    await expect(access.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2)
    await access.getByRole('button', { name: /^Sign out Firefox/ }).click()
    await owner.getByRole('dialog', { name: 'End session' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(access.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
    expect(await fifth()).toBe(401)
    await access.getByRole('button', { name: 'Sign out everywhere' }).click()
    await owner.getByRole('dialog', { name: 'Sign out everywhere' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(access.getByText('Not signed in anywhere')).toBeVisible()
    await here.waitForURL('**/api/login?**')
    await access.getByRole('button', { name: 'Done' }).click()
    await expect(owner.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toContainText([
      'Ended the sessions of Nia Example',
      'Ended a session of Nia Example',
    ])
  })
  await here.context().close()
})

test('a token created on the screen reads leads until it is revoked', async ({
  staffPage: owner,
  browser,
  db,
  product: { origin },
  playwright,
}) => {
  const page = await colleague(browser, db, origin)
  await page.goto('/admin/account')
  // A program without cookies.
  const program = await playwright.request.newContext({ baseURL: origin })
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
  await page.getByRole('button', { name: 'Revoke Weekly report' }).click()
  await page.getByRole('dialog', { name: 'Revoke token' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('listitem', { name: 'Weekly report' })).toHaveCount(0)
  expect(await statusWith(reader)).toBe(401)

  await owner.goto('/admin/settings')
  await owner.getByRole('button', { name: 'Access for Nia Example' }).click()
  await owner.getByRole('button', { name: 'Revoke Price sheet' }).click()
  await owner.getByRole('dialog', { name: 'Revoke token' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(owner.getByText('No tokens')).toBeVisible()
  expect(await statusWith(other)).toBe(401)
  await program.dispose()
  await page.context().close()
})
