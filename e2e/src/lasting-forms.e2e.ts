import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

interface FormUnderTest {
  name: string
  open: (page: Page) => Promise<Locator>
  fill: (form: Locator) => Promise<void>
  button: RegExp
  endpoint: string
  table: string
  failure: string
  thanks: (page: Page) => Locator
}

async function fillPerson(form: Locator): Promise<void> {
  await form.getByLabel('First name').fill('Dana')
  await form.getByLabel('Last name').fill('Example')
  await form.getByLabel(/email/i).fill('dana@example.com')
}

const leads = {
  fill: fillPerson,
  button: /Request a Demo|Submitting/,
  endpoint: '**/api/leads',
  table: 'lead',
  failure: 'Failed to submit form. Please try again.',
  thanks: (page: Page) => page.getByRole('heading', { name: 'Thank You' }),
}

const samples = {
  async fill(form: Locator) {
    await fillPerson(form)
    await form.getByLabel(/^Address/).fill('12 Example Street')
    await form.getByLabel('City').fill('Cambridge')
    const state = form.getByLabel('State')
    const isList = (await state.evaluate((element) => element.tagName)) === 'SELECT'
    await (isList ? state.selectOption('MA') : state.fill('Massachusetts'))
    await form.getByLabel('ZIP Code').fill('02138')
    await form.getByLabel('What should we send?').selectOption('both')
  },
  button: /Send My Samples|Submitting/,
  endpoint: '**/api/print-samples',
  table: 'sample_request',
  failure: 'Failed to submit sample request. Please try again.',
  thanks: (page: Page) => page.getByRole('dialog', { name: 'Thank You!' }),
}

/** True when the form and the toasts have all of their code: nothing has arrived for a second since that of the toasts. */
const hasLoaded = (): boolean => {
  const entries = performance.getEntriesByType('resource').filter((entry) => entry instanceof PerformanceResourceTiming)
  const quietSince = Math.max(...entries.map(({ responseEnd }) => responseEnd))
  return (
    entries.some(({ name }) => name.includes('ToastArea')) && Number(document.timeline.currentTime) - quietSince > 1_000
  )
}

const onPage = (path: string, section: string) => async (page: Page) => {
  await page.goto(path)
  const form = page.locator(section)
  // It hydrates when it becomes visible.
  await form.getByLabel('First name').scrollIntoViewIfNeeded()
  return form
}

const inDialog = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  return page.getByRole('dialog', { name: 'Request a Demo' })
}

const inNotFound = async (page: Page) => {
  await page.goto('/nope')
  await page.getByRole('button', { name: 'Contact Us Now' }).click()
  return page.getByRole('main').locator('form')
}

test.describe('a form whose code has not loaded', () => {
  for (const [path, section] of [
    ['/', '#contact'],
    ['/print/samples', '#request'],
  ] as const) {
    test(`also keeps its text: ${path}`, async ({ page }) => {
      const formCode = '**/assets/Inline*'
      const asked = page.waitForRequest(formCode)
      await page.route(formCode, () => {})
      const form = await onPage(path, section)(page)
      await asked
      await fillPerson(form)
      await page.goto('/print/faq')
      await onPage(path, section)(page)
      await form.getByLabel('Company').fill('Example Roofing')
      await page.goto('/print/faq')

      await page.unroute(formCode)
      await onPage(path, section)(page)
      for (const [label, value] of [
        ['First name', 'Dana'],
        [/email/i, 'dana@example.com'],
        ['Company', 'Example Roofing'],
      ] as const) {
        await expect(form.getByLabel(label)).toHaveValue(value)
      }
    })
  }
})

const dialogForm: FormUnderTest = { name: 'the demo request in its dialog', open: inDialog, ...leads }
const samplesForm: FormUnderTest = {
  name: 'the request for samples',
  open: onPage('/print/samples', '#request'),
  ...samples,
}

// The forms in the pages are left above.
for (const { name, open, fill, button, table, thanks } of [
  dialogForm,
  { name: 'the demo request of the 404 page', open: inNotFound, ...leads },
  { name: 'the request for samples of the event', open: onPage('/accelerate2025', '#request'), ...samples },
]) {
  test(`${name} keeps its text when the page is left, and nothing once it is sent`, async ({ page, db }) => {
    await fill(await open(page))
    await page.goto('/print/faq')

    const form = await open(page)
    await expect(form.getByLabel('First name')).toHaveValue('Dana')
    await expect(form.getByLabel(/email/i)).toHaveValue('dana@example.com')
    await form.getByRole('button', { name: button }).click()
    await expect(thanks(page)).toBeVisible()
    expect((await db.query(`select first_name from ${table}`)).rows).toEqual([{ first_name: 'Dana' }])
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })
}

for (const { name, open, fill, button, endpoint, table, failure, thanks } of [dialogForm, samplesForm]) {
  test.describe(name, () => {
    const submitOf = (form: Locator) => form.getByRole('button', { name: button })

    test('says that it is offline, keeps the text, and sends it once online', async ({ page, context, db }) => {
      const form = await open(page)
      await fill(form)
      // The code has loaded before the connection is lost.
      await expect.poll(() => page.evaluate(hasLoaded)).toBe(true)
      await context.setOffline(true)
      await expect(form.getByText('You’re offline.')).toBeVisible()
      await submitOf(form).click()
      await expect(page.getByText(failure)).toBeVisible()
      await expect(form.getByLabel('First name')).toHaveValue('Dana')

      await context.setOffline(false)
      await expect(form.getByText('You’re offline.')).toHaveCount(0)
      await submitOf(form).dblclick()
      await expect(thanks(page)).toBeVisible()
      expect((await db.query(`select 1 from ${table}`)).rowCount).toBe(1)
    })

    test('times out after 15 s, and a request that arrived is stored once', async ({ page, db }) => {
      // page.clock does not reach AbortSignal.timeout, so its seconds are made shorter.
      await page.addInitScript(() => {
        const timeout = AbortSignal.timeout.bind(AbortSignal)
        AbortSignal.timeout = (ms) => timeout(ms === 15_000 ? 400 : ms)
      })
      const keys: (string | undefined)[] = []
      await page.route(endpoint, async (route) => {
        keys.push(route.request().headers()['idempotency-key'])
        if (keys.length > 1) return route.continue()
        // It is stored, but the response is lost.
        await route.fetch()
      })
      const form = await open(page)
      await fill(form)
      await submitOf(form).click()
      await expect(page.getByText(failure)).toBeVisible()
      await expect(submitOf(form)).toBeEnabled()
      await submitOf(form).click()
      await expect(thanks(page)).toBeVisible()
      expect(keys).toHaveLength(2)
      expect(keys[1]).toBe(keys[0])
      expect((await db.query(`select 1 from ${table}`)).rowCount).toBe(1)
    })
  })
}

for (const [path, section, kind] of [
  ['/', '#contact', leads],
  ['/print/samples', '#request', samples],
] as const) {
  test(`${path}: a form sent before its code has loaded says that it waits, and is sent once the code is there`, async ({
    page,
    db,
  }) => {
    let isCut = false
    await page.route('**', (route) => (isCut ? route.abort('connectionfailed') : route.continue()))
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    isCut = true
    const form = page.locator(section)
    await kind.fill(form)
    await form.getByRole('button', { name: kind.button }).click()
    const note = form.getByRole('status')
    await expect(note.filter({ hasText: 'the form is still loading' })).toBeVisible()
    await expect(note.filter({ hasText: 'Not sent yet: the connection is slow or down.' })).toBeVisible()
    isCut = false
    await expect(kind.thanks(page)).toBeVisible()
    await expect(note.filter({ hasText: 'Not sent yet' })).toHaveCount(0)
    expect((await db.query(`select first_name from ${kind.table}`)).rows).toEqual([{ first_name: 'Dana' }])
  })
}

test('the dialog says that it cannot load offline, and opens complete once online', async ({ page, context }) => {
  await page.goto('/print/faq')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Contact Support' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the form' })).toBeVisible()
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await expect(dialog.getByLabel('First name')).toBeVisible()
  // Its styles have loaded too: it covers the page, which has not changed.
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCSS('cursor', 'pointer')
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})
