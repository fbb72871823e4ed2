import { expect, test } from './test.ts'

test(
  'the demo request is sent once, no matter how often the button is pressed, and without empty fields',
  { tag: '@R24' },
  async ({ page, db }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let requests = 0
    await page.route('**/api/leads', async (route) => {
      requests += 1
      await released
      await route.continue()
    })
    await page.goto('/')
    const form = page.locator('#contact')
    await form.getByLabel('First name').fill('Dana')
    await form.getByLabel('Last name').fill('Example')
    await form.getByLabel('Work email').fill('dana@example.com')
    const button = form.getByRole('button', { name: /Request a Demo|Submitting/ })
    const sent = page.waitForRequest('**/api/leads')
    await button.dblclick()
    const request = await sent
    const body: unknown = request.postDataJSON()
    const members = ['email', 'firstName', 'lastName', 'leadSource', 'source']
    expect(Object.keys(Object(body)).toSorted()).toEqual(members)
    expect(request.headers()['idempotency-key']).toMatch(/^\S{8,}$/)
    await expect(button).toHaveText('Submitting...')
    await expect(button).toBeDisabled()
    await button.click({ force: true })
    release()
    await expect(form.getByRole('heading', { name: 'Thank You' })).toBeVisible()
    expect(requests).toBe(1)
    expect((await db.query('select 1 from lead')).rowCount).toBe(1)
  },
)

test('offline, the dialog says that it cannot load, and later keeps its text and sends it once online', async ({
  page,
  context,
  db,
}) => {
  await page.goto('/print/faq')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Contact Support' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the form' })).toBeVisible()
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await dialog.getByLabel('First name').fill('Dana')
  await dialog.getByLabel('Last name').fill('Example')
  await dialog.getByLabel('Work email').fill('dana@example.com')
  // Wait until its styles have loaded, too.
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCSS('cursor', 'pointer')
  await page.waitForLoadState('networkidle')

  await context.setOffline(true)
  await expect(dialog.getByText('You’re offline.')).toBeVisible()
  const button = dialog.getByRole('button', { name: 'Request a Demo' })
  await button.click()
  await expect(page.getByText('Failed to submit form. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('First name')).toHaveValue('Dana')
  await context.setOffline(false)
  await expect(dialog.getByText('You’re offline.')).toHaveCount(0)
  await button.click()
  await expect(dialog.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  expect((await db.query('select 1 from lead')).rowCount).toBe(1)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})
