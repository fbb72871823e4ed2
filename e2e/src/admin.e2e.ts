import type { Page } from '@playwright/test'
import { watchLogoutToast } from './sign-in-again.ts'
import { expect, test } from './test.ts'

const isCall = (path: string) => (url: URL) => url.pathname === path

/** Collects API calls from now on, as "GET /api/…". */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('a stranger is shown nothing and redirected to sign-in', async ({ page }) => {
  const calls = watchCalls(page)
  const isToastShown = await watchLogoutToast(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(isCall('/api/auth/user'), async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/admin/pricing')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByText('Unauthorized', { exact: true })).toHaveCount(0)

  release()
  await page.waitForURL('**/api/login**')
  expect(await isToastShown()).toBe(true)
  expect(calls.filter((call) => call !== 'GET /api/login')).toEqual(['GET /api/auth/user'])
  expect(new URL(page.url()).searchParams.get('return_to')).toBe('/admin/pricing')
})

test('the dashboard shows the figures of the API', async ({ staffPage: page, db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, industry, volume, lead_source, source, status, created_at)
    select gen_random_uuid(), 'Name', i::text, i || '@example.com', 'retail', '5000-25000', 'Website', 'Main Website',
           case when i = 1 then 'synced' else 'new' end, now() - make_interval(days => case when i = 4 then 70 else 0 end)
      from generate_series(1, 4) i`)
  await page.goto('/admin')
  const card = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first()
  await expect(card('Total Leads')).toHaveText('4')
  await expect(card('This Month')).toHaveText('3')
  await expect(card('Conversion Rate')).toHaveText('25%')
  // Four leads of 15,000 pieces at the price of their tier, in thousands of dollars.
  await expect(card('Pipeline Value')).toHaveText(/^\$\d+\.\dK$/)
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText(['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status'])
})

test('a known status is shown by its label, an unknown one verbatim', { tag: '@R39' }, async ({ staffPage: page }) => {
  const lead = { firstName: 'A', lastName: 'B', email: 'a@example.com', createdAt: '2026-01-05T12:00:00.000Z' }
  const statuses = ['new', 'synced', 'sync_failed', 'qualified', undefined]
  await page.route(isCall('/api/admin/leads'), (route) =>
    route.fulfill({ json: statuses.map((status, index) => ({ ...lead, id: String(index), status })) }),
  )
  await page.goto('/admin')
  const cells = page.getByRole('row').getByRole('cell').last()
  await expect(cells).toBeVisible()
  await expect(page.getByRole('row').locator('td:last-child')).toHaveText([
    'New',
    'Synced',
    'Sync Failed',
    'qualified',
    'New',
  ])
})

test('navigation between screens requests nothing twice', async ({ staffPage: page }) => {
  const calls = watchCalls(page)
  // A call that is still open when its screen is left is canceled, and made again.
  const figures = page.waitForEvent('requestfinished', (request) => isCall('/api/admin/stats')(new URL(request.url())))
  await page.goto('/admin')
  await figures
  await expect(page.getByText('No leads found')).toBeVisible()
  await page.getByRole('link', { name: 'Sample Management', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/samples$/)
  await page.getByRole('link', { name: 'Pricing Management', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/pricing$/)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByText('No leads found')).toBeVisible()
  for (const call of ['GET /api/auth/user', 'GET /api/admin/leads', 'GET /api/admin/stats']) {
    expect(
      calls.filter((made) => made === call),
      call,
    ).toHaveLength(1)
  }
})

test('no retry, no refetch on focus, no polling', async ({ staffPage: page }) => {
  await page.clock.install()
  await page.route(isCall('/api/admin/leads'), (route) => route.fulfill({ status: 500, body: 'boom' }), { times: 1 })
  const calls = watchCalls(page)
  const answered = new Set<string>()
  page.on('requestfinished', (request) => answered.add(new URL(request.url()).pathname))
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toBeVisible()
  // The clock must not run past the time limit of a read that is under way. The stream of events stays open.
  await expect.poll(() => [...answered].filter((path) => path.startsWith('/api/')).length).toBe(10)
  await page.evaluate(() => {
    for (const target of [document, window]) {
      target.dispatchEvent(new Event('visibilitychange'))
      target.dispatchEvent(new Event('focus'))
    }
  })
  await page.clock.runFor('01:00')
  // The event stream is one call that stays open.
  expect(calls.toSorted()).toEqual([
    'GET /api/admin/events',
    'GET /api/admin/inbox/unread',
    'GET /api/admin/leads',
    'GET /api/admin/leads/spam',
    'GET /api/admin/print-samples/counts',
    'GET /api/admin/stats',
    'GET /api/admin/stats/daily',
    'GET /api/admin/stats/sources',
    'GET /api/admin/stats/statuses',
    'GET /api/admin/stats/trends',
    'GET /api/auth/user',
  ])

  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No leads found')).toBeVisible()
})

test(
  'after signing out, going back says so, shows nothing and leads to the sign-in page',
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
