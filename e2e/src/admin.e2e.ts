import { watchLogoutToast } from './sign-in-again.ts'
import { expect, test } from './test.ts'

test('a stranger sees nothing and is redirected to sign-in', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const isToastShown = await watchLogoutToast(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/user', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/admin/pricing')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByText('Unauthorized', { exact: true })).toHaveCount(0)

  release()
  await page.waitForURL('**/api/login**')
  expect(await isToastShown()).toBe(true)
  expect(calls.filter((path) => path.startsWith('/api/'))).toEqual(['/api/auth/user', '/api/login'])
  expect(new URL(page.url()).searchParams.get('return_to')).toBe('/admin/pricing')
})

test(
  'the dashboard shows the API’s figures, a known status by its label, and an unknown one verbatim',
  { tag: '@R39' },
  async ({ staffPage: page, db }) => {
    await db.query(`
      insert into lead (id, first_name, last_name, email, industry, volume, lead_source, source, status, created_at)
      select gen_random_uuid(), 'Name', i::text, i || '@example.com', 'retail', '5000-25000', 'Website', 'Main Website',
             (array['synced', 'new', 'sync_failed', 'another'])[i], now() - make_interval(days => case when i = 4 then 70 else i end)
        from generate_series(1, 4) i`)
    await page.goto('/admin')
    const card = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first()
    await expect(card('Total Leads')).toHaveText('4')
    // Four leads of 15,000 pieces at their tier's price, in thousands of dollars.
    await expect(card('Pipeline Value')).toHaveText(/^\$\d+\.\dK$/)
    const heads = page.getByRole('columnheader')
    await expect(heads).toHaveText(['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status'])
    await expect(page.getByRole('row').locator('td:last-child')).toHaveText(['Synced', 'New', 'Sync Failed', 'another'])
  },
)

test('no retry, no refetch on focus, and no polling', async ({ staffPage: page }) => {
  await page.clock.install()
  await page.route('**/api/admin/leads?*', (route) => route.fulfill({ status: 500, body: 'boom' }), { times: 1 })
  const calls: string[] = []
  const answered = new Set<string>()
  const note = (url: string, add: (path: string) => void) => {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/api/')) add(pathname)
  }
  page.on('request', (request) => note(request.url(), (path) => calls.push(path)))
  page.on('requestfinished', (request) => note(request.url(), (path) => answered.add(path)))
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toBeVisible()
  // The clock must not run past the timeout of a pending read. The event stream stays open.
  await expect.poll(() => answered.size).toBe(10)
  await page.evaluate(() => {
    for (const target of [document, window]) {
      target.dispatchEvent(new Event('visibilitychange'))
      target.dispatchEvent(new Event('focus'))
    }
  })
  await page.clock.runFor('01:00')
  expect(calls.toSorted()).toEqual([
    '/api/admin/events',
    '/api/admin/inbox/unread',
    '/api/admin/leads',
    '/api/admin/leads/spam',
    '/api/admin/print-samples/counts',
    '/api/admin/stats',
    '/api/admin/stats/daily',
    '/api/admin/stats/sources',
    '/api/admin/stats/statuses',
    '/api/admin/stats/trends',
    '/api/auth/user',
  ])

  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No leads found')).toBeVisible()
})

test(
  'after signing out, going back shows a toast and no data, and leads to the sign-in page',
  { tag: '@A21' },
  async ({ staffPage: page }) => {
    const isToastShown = await watchLogoutToast(page)
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
    const tables = page.getByRole('table')
    await page.goBack()
    await expect(tables).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await isToastShown()).toBe(true)
  },
)
