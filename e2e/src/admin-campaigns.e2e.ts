import { type Browser, devices, type Page } from '@playwright/test'
import { requestDemo } from './request-demo.ts'
import { expect, test } from './test.ts'

/** A visitor whose requests to other hosts are intercepted and recorded. */
async function visitor(browser: Browser, origin: string) {
  // Headless Chromium says so in its user agent, and would count as a bot.
  const { userAgent } = devices['Desktop Chrome']
  const context = await browser.newContext({ baseURL: origin, userAgent })
  const others: string[] = []
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      const url = route.request().url()
      if (!route.request().isNavigationRequest()) others.push(url)
      return route.fulfill({ contentType: 'text/html', body: `<a href="${origin}/">Our mailers</a>` })
    },
  )
  return { context, page: await context.newPage(), others }
}

/** Opens another page of the site from its footer. */
async function openPage(page: Page, path: string): Promise<void> {
  const link = page.locator(`footer a[href="${path}"]`).first()
  await link.scrollIntoViewIfNeeded()
  // Before React handles it, the link reloads the page.
  await expect
    .poll(() => link.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react'))))
    .toBe(true)
  await link.click()
  await expect(page).toHaveURL(path)
}

test('attribution is stored with the form, and does not leave the browser earlier', async ({
  browser,
  product: { origin },
  staffPage,
  db,
}) => {
  const touchesOf = async (email: string) =>
    (await db.query('select touches from lead where email = $1', [email])).rows[0]?.touches
  const toast = staffPage.getByRole('region', { name: 'Notification' })

  await staffPage.goto('/admin/campaigns?tab=links&edit=new')
  const dialog = staffPage.getByRole('dialog', { name: 'New campaign link' })
  await dialog.getByLabel('Name').fill('Spring, front')
  await dialog.getByLabel('Campaign').fill('Spring')
  await dialog.getByLabel('Destination').fill('/print/postcards')
  await dialog.getByRole('button', { name: 'Save' }).dblclick()
  await expect(toast).toContainText('Campaign link created')
  const { rows: links } = await db.query<{ id: string; code: string }>('select id, code from campaign_link')
  expect(links).toHaveLength(1)
  const [{ id, code } = { id: '', code: '' }] = links

  await test.step('a URL with UTM parameters, two pages, and later a printed code', async () => {
    const { context, page, others } = await visitor(browser, origin)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto(
      '/?utm_source=News&utm_medium=email&utm_campaign=Spring%20Mailing&utm_term=dana@example.com&gclid=c1',
    )
    await openPage(page, '/print/pricing')
    const { cookies, origins } = await context.storageState()
    expect(JSON.stringify(origins)).toContain('Spring Mailing')
    expect(JSON.stringify(origins)).not.toContain('dana@example.com')
    expect(cookies).toEqual([])
    // Only the browser's own request for the URL, once.
    expect(sent.filter((text) => text.includes('Spring'))).toHaveLength(1)
    await requestDemo(page, 'utm@example.com')
    const visit = { at: expect.any(String), source: 'News', medium: 'email', campaign: 'Spring Mailing', page: '/' }
    const advertised = { ...visit, clickIdKind: 'gclid', clickId: 'c1' }
    expect(await touchesOf('utm@example.com')).toEqual({
      first: advertised,
      last: advertised,
      formPage: '/print/pricing',
    })
    await page.goto(`/q/${code}`)
    await expect(page).toHaveURL(`/print/postcards?m=${code}`)
    await requestDemo(page, 'code@example.com')
    expect(await touchesOf('code@example.com')).toMatchObject({
      first: { source: 'News' },
      last: { mailCode: code, page: '/print/postcards' },
    })
    expect(others).toEqual([])
    await context.close()
  })

  await test.step('a third-party page, with storage blocked', async () => {
    const { context, page, others } = await visitor(browser, origin)
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    })
    await page.goto('http://partner.example/mailers')
    await page.getByRole('link', { name: 'Our mailers' }).click()
    await openPage(page, '/print/pricing')
    await requestDemo(page, 'referrer@example.com')
    expect(await touchesOf('referrer@example.com')).toMatchObject({
      last: { referrer: 'partner.example', page: '/' },
      formPage: '/print/pricing',
    })
    expect(others).toEqual([])
    await context.close()
  })

  await test.step('the report shows them, each figure opens its list, and a code can end', async () => {
    await staffPage.goto('/admin/campaigns?by=campaign')
    const file = staffPage.waitForEvent('download')
    await staffPage.getByRole('link', { name: /Export/ }).click()
    await (await file).path()
    const row = staffPage.getByRole('row', { name: /^spring mailing/ })
    await row.getByRole('link').first().click()
    await expect(staffPage.locator('[data-row]')).toHaveText(['Dana Example'])
    await staffPage.locator('[data-row]').click()
    const panel = staffPage.getByRole('dialog', { name: 'Lead' })
    await expect(panel.getByRole('region', { name: 'Timeline' })).toContainText('campaign Spring Mailing')

    const scans = () => db.query('select people::int, bots::int from campaign_scan_day')
    await expect.poll(async () => (await scans()).rows).toEqual([{ people: 1, bots: 0 }])
    await staffPage.goto('/admin/campaigns?tab=links')
    await expect(staffPage.getByText('1 scan', { exact: true })).toBeVisible()
    await staffPage.getByRole('button', { name: 'QR code and scans of Spring, front' }).click()
    await expect(staffPage.getByRole('img', { name: `QR code of ${origin}/q/${code}` })).toBeVisible()
    await expect(staffPage.getByRole('table', { name: 'Scans' })).toBeVisible()
    await staffPage.keyboard.press('Escape')
    await staffPage.getByRole('button', { name: 'Edit Spring, front' }).click()
    await staffPage.getByRole('switch', { name: 'Ended' }).check()
    await staffPage.getByRole('button', { name: 'Save' }).click()
    await expect(toast).toContainText('Campaign link saved')
    expect(await (await staffPage.request.get(`/api/admin/campaign-links/${id}`)).json()).toMatchObject({
      isEnded: true,
    })
    await staffPage.goto(`/q/${code}`)
    await expect(staffPage.getByText('The offer you scanned has ended')).toBeVisible()
  })
})
