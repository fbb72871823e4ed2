import { expect, test } from './test.ts'

test(
  'the demo request is sent once, however often the button is pressed, and without empty fields',
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

test('traps the focus and restores it, each time it opens and closes', async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Get Demo' })
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  for (const close of ['Escape', 'Close', 'Escape'] as const) {
    await opener.click()
    await expect(dialog).toBeVisible()
    for (let press = 0; press < 14; press += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    if (close === 'Escape') await page.keyboard.press('Escape')
    else await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})
