import type { Page } from '@playwright/test'
import { axeFaults } from './accessibility.ts'
import { expect, test } from './test.ts'

const createQuote = '#tag/quotes/POST/v1/quotes'

async function openReference(page: Page, part = ''): Promise<void> {
  await page.goto(`/api/docs${part}`)
  await expect(page.getByRole('main')).toBeVisible()
}

/** Search terms of developers, each with a section that it must find: a code, a guide, or an operation. */
const searches = [
  ['image_resolution_low', 'image_resolution_low'],
  ['idempotency_key_reused', 'idempotency_key_reused'],
  ['bleed', 'Sizes and bleed'],
  ['rate limit', 'Rate limits'],
  // This phrase is not in a title.
  ['the letters are always the same', 'Fonts'],
  ['webhook', 'Wait for a proof: polling, no webhooks'],
  ['429', 'Over the limit: 429'],
  ['pagination', 'Pagination'],
  ['duplex', 'Pages, sheets, and price'],
  ['300 DPI', 'Resolution: 300 DPI'],
  ['CRM', 'Call the API from a CRM'],
  ['create a quote', 'Create a quote'],
] as const

async function expectFound(page: Page, words: string, section: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(words)
  await expect(page.getByRole('option', { name: section }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
}

/** Polls, because parts of the page keep appearing for a moment. */
const expectNoFault = (page: Page) => expect.poll(() => axeFaults(page), { timeout: 60_000 }).toEqual([])

/** Opens the request form on top of the reference. */
async function openTestRequest(page: Page, operation: string, part: string) {
  await openReference(page, part)
  await page.getByRole('button', { name: `Test Request (${operation})` }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('button', { name: /^Send (get|post) request/ })).toBeVisible()
  const send = async (url: string) => {
    const answered = page.waitForResponse((response) => response.url().includes(url))
    await form.getByRole('button', { name: /^Send (get|post) request/ }).click()
    return answered
  }
  return { form, send }
}

// One test, because this page takes five times as long to open as other pages.
test('/api/docs shows guides and operations in three languages, is searchable by keyboard, calls no other host, and violates no policy', async ({
  page,
  consoleErrors,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.protocol.startsWith('http') && address.origin !== baseURL) elsewhere.push(address.href)
  })
  await openReference(page)
  await page.getByRole('complementary').getByRole('link', { name: 'Prices' }).click()
  await expect(page.getByRole('heading', { name: 'Create a quote' })).toBeVisible()
  for (const [words, section] of searches) await expectFound(page, words, section)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('image_resolution_low')
  await expect(page.getByRole('option').first()).toContainText('image_resolution_low')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'image_resolution_low', exact: true })).toBeInViewport()

  await openReference(page, '#tag/guide-quickstart')
  const block = page.locator('pre').filter({ hasText: 'Reno' }).first()
  // Parts that appear later may replace the button, and it says “Copied” for two seconds.
  await expect(async () => {
    await block.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(block.getByText('Copied', { exact: true })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^curl '${baseURL}/v1/postcards'.*Reno.*}'\\n$`, 's'),
  )

  await openReference(page, createQuote)
  const main = page.getByRole('main')
  await expect(main.getByText(`curl '${baseURL}/v1/quotes'`)).toBeVisible()
  for (const language of ['Node.js', 'TypeScript']) {
    // Parts that appear later may close the menu.
    await expect(async () => {
      await main
        .getByRole('button', { name: /cURL|Node\.js|TypeScript/ })
        .first()
        .click()
      await page.getByRole('option', { name: language }).click({ timeout: 5_000 })
      await expect(main.getByText(`await fetch('${baseURL}/v1/quotes'`).first()).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
  }
  await openTestRequest(page, 'post /v1/quotes', createQuote)
  await expectNoFault(page)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  expect(consoleErrors).toEqual([])
  expect(elsewhere).toEqual([])
})

async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Storage.prototype.getItem = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
  })
}

for (const [reason, prepare] of [
  ['the renderer does not load', (page: Page) => page.route('**/renderer.js*', (route) => route.abort())],
  ['the browser refuses storage', refuseStorage],
] as const) {
  test(`/api/docs shows its text when ${reason}`, async ({ page }) => {
    await prepare(page)
    await page.goto('/api/docs')
    await expect(page.getByText('The interactive reference did not load.')).toBeVisible()
    await expect(page.getByText('Loading the reference')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { name: 'Create a postcard' })).toBeVisible()
    if (prepare !== refuseStorage) await expectNoFault(page)
  })
}

test('/api/docs sends a request as edited by a newcomer, without a key and without a header for one', async ({
  page,
}) => {
  const { form, send } = await openTestRequest(page, 'post /v1/postcards', '#tag/proofs/POST/v1/postcards')
  const first = await send('/v1/postcards')
  // A slow machine responds with 202 before the proof is ready.
  expect([200, 202]).toContain(first.status())
  expect(await first.request().allHeaders()).not.toHaveProperty('authorization')

  const edited = { ...(first.request().postDataJSON() as object), Description: 'Edited' }
  await form.getByRole('textbox', { name: 'Request body' }).fill(JSON.stringify(edited))
  const second = await send('/v1/postcards')
  expect([200, 202]).toContain(second.status())
  expect(await second.json()).toMatchObject({ Description: 'Edited' })
  await expect(form.getByRole('textbox', { name: 'Response body' })).toContainText('"Edited"')
})

test('/api/docs/full shows every operation', async ({ page }) => {
  await page.goto('/api/docs/full#tag/staff-leads/GET/api/admin/leads')
  await expect(page.getByRole('heading', { name: 'List leads', exact: true })).toBeInViewport()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Proofs' })).toBeVisible()
})

test.describe('/api/docs on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' })

  test('sends a request with this browser’s sandbox key, without empty parameters, and axe finds no problems', async ({
    page,
    request,
  }) => {
    const created = await request.post('/v1/sandbox-keys', { data: {} })
    expect(created.status()).toBe(201)
    const { Key: key, ExpiresAt: expiresAt } = (await created.json()) as { Key: string; ExpiresAt: string }
    await page.addInitScript((text) => localStorage.setItem('sandbox-key', text), JSON.stringify({ key, expiresAt }))
    await openTestRequest(page, 'post /v1/quotes', createQuote)
    await expectNoFault(page)
    await page.keyboard.press('Escape')
    const { form, send } = await openTestRequest(page, 'get /v1/templates', '#tag/templates/GET/v1/templates')
    const answer = await send('/v1/templates')
    expect(answer.status()).toBe(200)
    expect(answer.url()).not.toContain('cursor')
    await expect(form.getByText('"Fields"').first()).toBeVisible()
  })
})
