import type { Locator, Page, Route } from '@playwright/test'
import { expect, test } from './test.ts'

const variants = ['the modal', 'the form on the page'] as const
type Variant = (typeof variants)[number]

async function openForm(page: Page, variant: Variant): Promise<Locator> {
  await page.goto('/')
  if (variant === 'the form on the page') return page.locator('#contact')
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  return page.getByRole('dialog', { name: 'Request a Demo' })
}

async function fill(form: Locator, email = 'dana@example.com'): Promise<void> {
  await form.getByLabel('First name').fill('Dana')
  await form.getByLabel('Last name').fill('Example')
  await form.getByLabel('Work email').fill(email)
}

const submitOf = (form: Locator) => form.getByRole('button', { name: /Request a Demo|Submitting/ })
const thanksOf = (form: Locator) => form.getByRole('heading', { name: 'Thank You' })
const failureToast = (page: Page) => page.getByText('Failed to submit form. Please try again.')

/** Lets the test answer POST /api/leads, and counts the requests. */
async function answerLeads(page: Page, answer: (route: Route) => Promise<void>): Promise<{ count: number }> {
  const requests = { count: 0 }
  await page.route('**/api/leads', (route) => {
    requests.count += 1
    return answer(route)
  })
  return requests
}

for (const variant of variants) {
  test.describe(variant, () => {
    test('has each control once, shows each missing field, and sends nothing', async ({ page }) => {
      const requests = await answerLeads(page, (route) => route.abort())
      const form = await openForm(page, variant)
      const labels = ['First name', 'Last name', 'Work email', 'Company', 'Industry', 'Pieces a month', 'Message']
      for (const label of labels) await expect(form.getByLabel(label)).toHaveCount(1)
      await expect(form.getByLabel('Phone')).toHaveCount(variant === 'the modal' ? 1 : 0)
      await expect(form.getByLabel('Message')).toHaveAttribute('rows', variant === 'the modal' ? '3' : '4')

      await form.getByLabel('First name').fill('   ')
      await submitOf(form).click()
      const messages = [
        ['First name', 'First name is required'],
        ['Last name', 'Last name is required'],
        ['Work email', 'Email is required'],
      ] as const
      for (const [label, message] of messages) {
        await expect(form.getByText(message)).toBeVisible()
        await expect(form.getByLabel(label)).toHaveAccessibleDescription(message)
      }
      await expect(form.getByLabel('First name')).toBeFocused()

      await fill(form)
      for (const email of ['abc', 'a@b', 'a b@c.de']) {
        await form.getByLabel('Work email').fill(email)
        await submitOf(form).click()
        await expect(form.getByText('Please enter a valid email')).toBeVisible()
      }
      expect(requests.count).toBe(0)
    })

    test(
      'sends once, however often the button is pressed, and no empty field',
      { tag: '@R24' },
      async ({ page, db }) => {
        const { promise: released, resolve: release } = Promise.withResolvers<void>()
        const requests = await answerLeads(page, async (route) => {
          await released
          await route.continue()
        })
        const form = await openForm(page, variant)
        await fill(form)
        const sent = page.waitForRequest('**/api/leads')
        await submitOf(form).dblclick()
        const request = await sent
        const body: unknown = request.postDataJSON()
        const members = ['email', 'firstName', 'lastName', 'leadSource', 'source']
        expect(Object.keys(Object(body)).toSorted()).toEqual(members)
        expect(request.headers()['idempotency-key']).toMatch(/^\S{8,}$/)
        await expect(submitOf(form)).toHaveText('Submitting...')
        await expect(submitOf(form)).toBeDisabled()
        await submitOf(form).click({ force: true })
        release()
        await expect(thanksOf(form)).toBeVisible()
        expect(requests.count).toBe(1)
        expect((await db.query('select 1 from lead')).rowCount).toBe(1)
      },
    )

    const failures: [string, (route: Route) => Promise<void>][] = [
      ['the server fails', (route) => route.fulfill({ status: 500, body: 'no' })],
      ['the connection drops', (route) => route.abort('connectionreset')],
    ]
    for (const [title, fail] of failures) {
      test(`when ${title}, a toast says so and no text is lost`, async ({ page, db }) => {
        let isHealthy = false
        await answerLeads(page, (route) => (isHealthy ? route.continue() : fail(route)))
        const form = await openForm(page, variant)
        await fill(form)
        await form.getByLabel('Message').fill('Do call.')
        await submitOf(form).click()
        await expect(failureToast(page)).toBeVisible()
        await expect(form.getByLabel('First name')).toHaveValue('Dana')
        await expect(form.getByLabel('Message')).toHaveValue('Do call.')
        await expect(submitOf(form)).toBeEnabled()

        isHealthy = true
        await submitOf(form).click()
        await expect(thanksOf(form)).toBeVisible()
        expect((await db.query('select message from lead')).rows).toEqual([{ message: 'Do call.' }])
      })
    }

    test('a lost response is retried, and one row is stored', async ({ page, db }) => {
      let isFirst = true
      await answerLeads(page, async (route) => {
        if (!isFirst) return route.continue()
        isFirst = false
        await route.fetch()
        return route.abort('connectionreset')
      })
      const form = await openForm(page, variant)
      await fill(form)
      await submitOf(form).click()
      await expect(failureToast(page)).toBeVisible()
      await submitOf(form).click()
      await expect(thanksOf(form)).toBeVisible()
      expect((await db.query('select 1 from lead')).rowCount).toBe(1)
    })
  })
}

test('closing the thank-you message closes the modal, which reopens empty', async ({ page }) => {
  const form = await openForm(page, 'the modal')
  await fill(form)
  await submitOf(form).click()
  await expect(thanksOf(form)).toBeVisible()
  await expect(form.getByRole('link', { name: 'Schedule Demo' })).toHaveAttribute('target', '_blank')
  await form.getByText('Close', { exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  await expect(form.getByLabel('First name')).toHaveValue('')
})

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
