import { brand } from '@app/brand'
import { publicPaths } from './public-paths.ts'
import { expect, test } from './test.ts'

test.use({ javaScriptEnabled: false })

test('every page is readable without scripts, and the parts that need them say so', async ({ page, request }) => {
  for (const path of await publicPaths(request)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('contentinfo'), path).toContainText(String(brand.foundedYear))
    if (path === '/print/sandbox') await expect(page.getByRole('main').locator('noscript p')).toBeVisible()
  }
  await page.goto('/')
  for (const industry of [/automotive/i, /health/i, /home services/i, /mortgage/i, /retail/i]) {
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: industry }).first()).toBeVisible()
  }
  const contact = page.locator('#contact')
  await expect(contact.getByLabel('First name')).toBeVisible()
  // A form that cannot be sent shows a phone number instead of a button.
  await expect(contact.locator('noscript > p')).toContainText(brand.phone.display)
  await expect(contact.getByRole('button', { name: 'Request a Demo' })).toBeHidden()
  await page.getByRole('link', { name: 'Privacy Policy' }).first().click()
  await expect(page.locator('noscript a#privacy')).toBeInViewport()
  for (const [name, words] of [
    ['Privacy Policy', '24 hours'],
    ['Terms of Service', 'Your templates'],
  ] as const) {
    await page.goto('/')
    await page.locator('noscript').getByRole('link', { name }).click()
    await expect(page.locator('body')).toContainText(`${name} of`)
    await expect(page.locator('body')).toContainText(words)
  }

  await page.goto('/api/docs#tag/checks-image-resolution-low')
  await expect(page.getByRole('heading', { name: 'image_resolution_low', exact: true })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Create a letter' })).toBeVisible()
  await expect(page.getByText('Loading the reference')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
