import type { Page } from '@playwright/test'
import { axeFaults } from './accessibility.ts'
import { expect, test } from './test.ts'

const createQuote = '#tag/quotes/POST/v1/quotes'

async function openReference(page: Page, part = ''): Promise<void> {
  await page.goto(`/api/docs${part}`)
  await expect(page.getByRole('main')).toBeVisible()
}

/** Opens the form that sends a request, over the reference. */
async function openTestRequest(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Request Body', { exact: true })).toBeVisible()
}

/** Words that a developer searches for, and a section that they find: a code, a guide, an operation. */
const searches = [
  ['image_resolution_low', 'image_resolution_low'],
  ['idempotency_key_reused', 'idempotency_key_reused'],
  ['bleed', 'Sizes and bleed'],
  ['rate limit', 'Rate limits'],
  // Not in a title.
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

/** Its parts go on appearing for a moment. */
const expectNoFault = (page: Page) => expect.poll(() => axeFaults(page), { timeout: 60_000 }).toEqual([])

// One test, because this page takes five times as long to open as others.
test('/api/docs shows guides and operations in three languages, is searched by keyboard, calls no other host, violates no policy', async ({
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

  await openReference(page, createQuote)
  const main = page.getByRole('main')
  await expect(main.getByText(`curl '${baseURL}/v1/quotes'`)).toBeVisible()
  for (const language of ['Node.js', 'TypeScript']) {
    // Parts of the page that appear meanwhile may close the menu.
    await expect(async () => {
      await main
        .getByRole('button', { name: /cURL|Node\.js|TypeScript/ })
        .first()
        .click()
      await page.getByRole('option', { name: language }).click({ timeout: 5_000 })
      await expect(main.getByText(`await fetch('${baseURL}/v1/quotes'`).first()).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
  }
  await openTestRequest(page)
  await expectNoFault(page)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  expect(consoleErrors).toEqual([])
  expect(elsewhere).toEqual([])
})

test('/api/docs has a button that copies the code of a guide', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openReference(page, '#tag/guide-quickstart')
  const block = page.locator('pre').filter({ hasText: 'Reno' }).first()
  // Parts of the page that appear meanwhile may replace the button, and it says “Copied” for two seconds.
  await expect(async () => {
    await block.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(block.getByText('Copied', { exact: true })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^curl '${baseURL}/v1/postcards'.*Reno.*}'\\n$`, 's'),
  )
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
    await expectNoFault(page)
  })
}

test.describe('/api/docs on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' })

  test('axe finds no problems with a request open', async ({ page }) => {
    await openReference(page, createQuote)
    await openTestRequest(page)
    await expectNoFault(page)
  })
})

test('/api/docs sends a request with the sandbox key of this browser, and no empty parameter', async ({
  page,
  request,
  baseURL,
}) => {
  const created = await request.post('/v1/sandbox-keys', { data: {} })
  expect(created.status()).toBe(201)
  const { Key: key, ExpiresAt: expiresAt } = (await created.json()) as { Key: string; ExpiresAt: string }
  await page.addInitScript((text) => localStorage.setItem('sandbox-key', text), JSON.stringify({ key, expiresAt }))
  await openReference(page, '#tag/templates/GET/v1/templates')
  await page.getByRole('button', { name: 'Test Request (get /v1/templates)' }).click()
  const answered = page.waitForResponse((response) => response.url().startsWith(`${baseURL}/v1/templates`))
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /^Send get request/ }).click()
  expect((await answered).status()).toBe(200)
  expect((await answered).url()).not.toContain('cursor')
  await expect(form.getByText('"Fields"').first()).toBeVisible()
})

test('/api/docs sends what a newcomer changed in a request, without a key and without a header for one', async ({
  page,
  baseURL,
}) => {
  await openReference(page, '#tag/proofs/POST/v1/postcards')
  await page.getByRole('button', { name: 'Test Request (post /v1/postcards)' }).click()
  const form = page.getByRole('dialog')
  const send = async () => {
    const answered = page.waitForResponse(`${baseURL}/v1/postcards`)
    await form.getByRole('button', { name: /^Send post request/ }).click()
    const response = await answered
    // A slow machine responds with 202 before the proof is ready.
    expect([200, 202]).toContain(response.status())
    return response
  }
  const first = await send()
  expect(await first.request().allHeaders()).not.toHaveProperty('authorization')

  const edited = { ...(first.request().postDataJSON() as object), Description: 'Edited' }
  await form.getByRole('textbox', { name: 'Request body' }).fill(JSON.stringify(edited))
  const second = await send()
  expect(await second.json()).toMatchObject({ Description: 'Edited' })
  await expect(form.getByRole('textbox', { name: 'Response body' })).toContainText('"Edited"')
})

test('/api/docs/full shows every operation', async ({ page }) => {
  await page.goto('/api/docs/full#tag/staff-leads/GET/api/admin/leads')
  await expect(page.getByRole('heading', { name: 'List leads', exact: true })).toBeInViewport()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Proofs' })).toBeVisible()
})

for (const [address, ownPath, otherPath] of [
  ['/api/openapi.json', '/api/leads', '/nowhere'],
  ['/v1/openapi.json', '/v1/postcards', '/api/leads'],
] as const) {
  test(`${address} is the matching part of the contract`, async ({ request }) => {
    const answer = await request.get(address)
    expect(answer.status()).toBe(200)
    // The parts of the document that are read here.
    const contract = (await answer.json()) as { openapi: string; paths: Record<string, object> }
    expect(contract.openapi).toMatch(/^3\.1/)
    expect(contract.paths[ownPath]).toHaveProperty('post')
    expect(contract.paths).not.toHaveProperty([otherPath])
  })
}
