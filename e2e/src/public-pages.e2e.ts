import { axeFaults } from './accessibility.ts'
import { clippedText, spaceText } from './clipped-text.ts'
import { expect, test } from './test.ts'

const paths = [
  '/print',
  '/print/postcards',
  '/print/letters',
  '/print/pricing',
  '/print/samples',
  '/print/faq',
  '/print/docs',
  '/print/sandbox',
  '/mortgage',
  '/USPSInformedDelivery',
  '/digital-audience',
  '/accelerate2025',
]

test('every page is complete on a phone, with a clean console, without faults that axe finds, and cuts off no text', async ({
  page,
  request,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of paths) {
    await test.step(path, async () => {
      const answer = await request.get(path)
      expect(answer.status()).toBe(200)
      expect(await answer.text()).toContain('<h1')

      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(consoleErrors).toEqual([])
      expect(await axeFaults(page)).toEqual([])
      await spaceText(page)
      expect(await clippedText(page)).toEqual([])
    })
  }
})

test('every page is readable without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) })
  const page = await context.newPage()
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('1989')
  }
  await context.close()
})

const sources = {
  '/mortgage': 'Mortgage Page',
  '/USPSInformedDelivery': 'USPS Informed Delivery Page',
  '/digital-audience': 'Digital Audience Page',
  '/print/faq': 'Main Website',
}

test('a demo requested on a page has that page as its source', async ({ page, db }) => {
  for (const path of Object.keys(sources)) {
    await page.goto(path)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Get Demo|Contact Support)$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
    await dialog.getByLabel('First name').fill('Dana')
    await dialog.getByLabel('Last name').fill('Example')
    await dialog.getByLabel('Work email').fill('dana@example.com')
    await dialog.getByRole('button', { name: 'Request a Demo' }).click()
    await expect(dialog.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  }
  const { rows } = await db.query<{ source: string }>('select source from lead order by id')
  expect(rows.map(({ source }) => source)).toEqual(Object.values(sources))
})

test('the ROI button does nothing; the figures next to it can be sent', async ({ page, db }) => {
  const calls: string[] = []
  await page.goto('/mortgage')
  await page.waitForLoadState('networkidle')
  page.on('request', (request) => calls.push(request.url()))
  await page.getByRole('button', { name: 'ROI', exact: true }).click()
  expect(new URL(page.url()).pathname).toBe('/mortgage')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(calls).toEqual([])

  await page.getByLabel('Pieces a month').fill('20000')
  await expect(page).toHaveURL(/pieces=20000/)
  await page.reload()
  await expect(page.getByLabel('Pieces a month')).toHaveValue('20000')
  await page.getByRole('button', { name: 'Send Us These Figures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await expect(dialog.getByLabel('Message')).toHaveValue(/20,000 pieces a month/)
  expect((await db.query('select 1 from lead')).rows).toEqual([])
})

test('on a phone, ten templates do not push the form off the page, and all tiers of a price are in view', async ({
  staffPage,
  page,
  baseURL,
}) => {
  for (let number = 1; number <= 10; number += 1) {
    const made = await staffPage.request.post('/api/admin/sample-templates', {
      headers: { origin: String(baseURL) },
      data: { name: `Piece ${number}`, type: 'postcard', description: 'A card with a map.', active: true },
    })
    expect(made.status()).toBe(201)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/print/samples')
  await page.locator('#pieces').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Add to My Request' })).toHaveCount(10)
  const [pieces, request] = [await page.locator('#pieces').boundingBox(), await page.locator('#request').boundingBox()]
  expect((request?.y ?? 0) - (pieces?.y ?? 0)).toBeLessThan(844)

  await page.goto('/print/pricing')
  const prices = page.getByRole('region', { name: 'Prices by pieces a month' })
  for (const width of [320, 390, 708, 768]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await prices.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await prices.getByText('$0.835').scrollIntoViewIfNeeded()
    await expect(prices.getByText('$0.835')).toBeInViewport({ ratio: 1 })
  }
})
