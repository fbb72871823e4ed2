import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

test('a browser without cookies gets an explanation instead of a redirect loop', { tag: '@A24' }, async ({ page }) => {
  // The API's response to a browser that does not send its cookie.
  await page.route('**/api/auth/user', (route) => route.fulfill({ status: 401, json: { title: 'Unauthorized' } }))
  const loaded: string[] = []
  page.on(
    'request',
    (asked) => asked.isNavigationRequest() && loaded.push(`${asked.method()} ${new URL(asked.url()).pathname}`),
  )
  await page.goto('/admin')
  await signIn(page, staff)
  await expect(page.getByRole('heading', { name: 'This browser isn’t staying signed in' })).toBeVisible()
  expect(loaded).toEqual(['GET /admin', 'GET /api/login', 'POST /api/login', 'GET /admin'])
})
