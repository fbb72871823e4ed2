import type { APIRequestContext, Page } from '@playwright/test'
import { watchLogoutToast } from './sign-in-again.ts'
import { expect, test } from './test.ts'

async function arrive(request: APIRequestContext, firstName: string): Promise<void> {
  const lead = { firstName, lastName: 'Example', email: 'a@example.com', leadSource: 'Website', source: 'Main Website' }
  expect((await request.post('/api/leads', { data: lead })).status()).toBe(201)
}

/** Collects the paths of later API calls. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  return calls
}

test('new leads are counted live, shown on request, and reported after the event stream breaks', async ({
  staffPage: page,
  request,
  db,
}) => {
  const calls = watchCalls(page)
  await page.goto('/admin')
  await expect(page.getByText('No leads found')).toBeVisible()
  for (const name of ['Dana', 'Nia']) await arrive(request, name)
  const newLeads = page.getByRole('button', { name: '2 new leads: show' })
  await expect(newLeads).toBeVisible()
  await expect(page.getByText('No leads found')).toBeVisible()
  expect(calls.filter((path) => path === '/api/admin/leads')).toHaveLength(1)
  await newLeads.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Nia Example' })).toBeVisible()
  await expect(page.locator('dl > div').filter({ hasText: 'Total Leads' }).locator('dd').first()).toHaveText('2')
  await expect(newLeads).toHaveCount(0)
  expect(calls.filter((path) => path === '/api/admin/leads')).toHaveLength(2)

  // After a break, everything reloads, and a lead in the list is not announced; the delayed list arrives second here.
  const { promise: isReported, resolve: deliver } = Promise.withResolvers<void>()
  await page.route('**/api/admin/leads?*', async (route) => {
    await isReported
    await route.continue()
  })
  const opened = page.waitForRequest('**/api/admin/events?since=*')
  await db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'direct-mail-listener'",
  )
  await arrive(request, 'Omar')
  await opened
  const missed = page.getByRole('button', { name: '1 new leads: show' })
  await expect(missed).toBeVisible()
  deliver()
  await expect(page.getByRole('button', { name: 'Omar Example' })).toBeVisible()
  await expect(missed).toHaveCount(0)
})

test('tabs of one browser share one stream, another tab takes it over, and signing out of one signs out the others', async ({
  staffPage: page,
  context,
  request,
}) => {
  const [second, third] = [await context.newPage(), await context.newPage()]
  const calls = [watchCalls(page), watchCalls(second)]
  await page.goto('/admin')
  await expect(page.getByText('No leads found')).toBeVisible()
  await second.goto('/admin')
  await expect(second.getByText('No leads found')).toBeVisible()
  await arrive(request, 'Dana')
  for (const tab of [page, second]) await expect(tab.getByRole('button', { name: '1 new leads: show' })).toBeVisible()
  expect(calls.flat().filter((path) => path === '/api/admin/events')).toHaveLength(1)

  await page.close()
  await expect.poll(() => calls[1]?.filter((path) => path === '/api/admin/events')).toHaveLength(1)
  // No tab read the stream in between, so everything reloads.
  await expect(second.getByRole('button', { name: 'Dana Example' })).toBeVisible()
  await arrive(request, 'Nia')
  await expect(second.getByRole('button', { name: '1 new leads: show' })).toBeVisible()

  const isToastShown = await watchLogoutToast(third)
  await third.goto('/admin/pricing')
  await expect(third.getByRole('button', { name: 'Add Product' })).toBeVisible()
  await second.getByRole('link', { name: 'Logout' }).click()
  await third.waitForURL('**/api/login?return_to=%2Fadmin%2Fpricing&reason=session_ended')
  await expect(third.getByText('Your session has ended.')).toBeVisible()
  expect(await isToastShown()).toBe(true)
})
