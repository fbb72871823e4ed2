import { expect, test } from './test.ts'
import { watchLogoutToast } from './sign-in-again.ts'
import { signIn, staff } from './staff.ts'

const hostileName = '<img src=x onerror=alert(1)>'

test('a demo request reaches the database and the staff dashboard', async ({ page, db, context }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })

  await test.step('the dialog closes, reopens, and accepts a request with only the required fields', async () => {
    await page.goto('/')
    const opener = page.getByRole('banner').getByRole('button', { name: 'Get Demo' })
    const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
    for (let opening = 1; opening <= 2; opening += 1) {
      await opener.click()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
    await opener.click()
    await dialog.getByLabel('First name').fill(hostileName)
    await dialog.getByLabel('Last name').fill('Short')
    await dialog.getByLabel('Work email').fill('short@example.com')
    await dialog.getByRole('button', { name: 'Request a Demo' }).click()
    await expect(dialog.getByRole('heading', { name: 'Thank You' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the inline form accepts all fields', async () => {
    const contact = page.locator('#contact')
    await contact.getByLabel('First name').fill('Grace')
    await contact.getByLabel('Last name').fill('Long')
    await contact.getByLabel('Work email').fill('long@example.com')
    await contact.getByLabel('Company').fill('Long & Sons')
    await contact.getByLabel('Industry').selectOption('Mortgage & Banking')
    await contact.getByLabel('Pieces a month').selectOption('5,000–24,999')
    await contact.getByLabel('Message').fill('Two lines,\nplease.')
    await contact.getByRole('button', { name: 'Request a Demo' }).click()
    await expect(contact.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  })

  await test.step('each is stored once, with the page as its source', async () => {
    const { rows } = await db.query(
      'select first_name, email, company, industry, volume, message, source, lead_source, status from lead order by created_at',
    )
    expect(rows).toEqual([
      expect.objectContaining({
        first_name: hostileName,
        email: 'short@example.com',
        company: null,
        industry: null,
        volume: null,
        message: null,
        source: 'Main Website',
        status: 'new',
      }),
      expect.objectContaining({
        email: 'long@example.com',
        company: 'Long & Sons',
        industry: 'mortgage',
        volume: '5000-25000',
        message: 'Two lines,\nplease.',
        source: 'Main Website',
        lead_source: expect.stringMatching(/\w Website$/),
      }),
    ])
  })

  await test.step('the dashboard shows a toast to a stranger and redirects to sign-in', async () => {
    const isToastShown = await watchLogoutToast(page)
    await page.goto('/admin')
    await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible()
    await page.waitForURL('**/api/login?return_to=*')
    expect(await isToastShown()).toBe(true)
  })

  await test.step('signing in returns to the dashboard', async () => {
    await signIn(page, staff)
    await page.waitForURL('**/admin')
  })

  await test.step('the dashboard shows both requests, newest first, and a hostile name as text', async () => {
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('long@example.com')
    await expect(rows.nth(1)).toContainText('Long & Sons')
    await expect(rows.nth(1)).toContainText('New')
    await expect(rows.nth(2)).toContainText(hostileName)
    await expect(page.getByRole('table').locator('img')).toHaveCount(0)
    expect(dialogs).toEqual([])
  })

  await test.step('signing out ends the session', async () => {
    await page
      .getByRole('link', { name: 'Logout' })
      .or(page.getByRole('button', { name: 'Logout' }))
      .click()
    await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
    expect((await context.request.get('/api/auth/user')).status()).toBe(401)
  })
})
