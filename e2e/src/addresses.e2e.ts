import { expect, test } from './test.ts'

for (const path of ['/nope', '/print/nope', '/print/faq/x', '/Nope/', '/assets/none.js']) {
  test(`${path} responds 404`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(404)
  })
}

test('a malformed URL responds 400', async ({ request }) => {
  expect((await request.get('/%E0%A4%A')).status()).toBe(400)
})

test('an unknown path shows the 404 page with a link to the home page', async ({ page }) => {
  const answer = await page.goto('/nope')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page Not Found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('#products')).toBeAttached()
})

test('the 404 page reveals a demo request that works', async ({ page, db }) => {
  await page.goto('/nope')
  await page.getByRole('button', { name: 'Contact Us Now' }).click()
  await page.getByLabel('First name').fill('Lost')
  await page.getByLabel('Last name').fill('Visitor')
  await page.getByLabel('Work email').fill('lost@example.com')
  await page.getByRole('button', { name: 'Request a Demo' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  const { rows } = await db.query('select source from lead')
  expect(rows).toEqual([{ source: 'Main Website' }])
})

test('a known path with other capitals, a trailing slash or a file name redirects to the page', async ({ request }) => {
  for (const [path, page] of [
    ['/PRINT/Faq', '/print/faq'],
    ['/print/faq/?a=b', '/print/faq?a=b'],
    ['/uspsinformeddelivery', '/USPSInformedDelivery'],
    ['/index.html', '/'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']]).toEqual([301, page])
  }
})

test('an unknown path under /api responds with a problem document, not a page', async ({ request }) => {
  const answer = await request.get('/api/nope')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toContain('application/problem+json')
})
