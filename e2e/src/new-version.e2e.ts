import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Simulates a deployment: the open version's chunks are gone, and the next page load gets the new version. */
async function replaceVersion(page: Page, piece: RegExp): Promise<void> {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route(piece, (route) => (isOld ? route.fulfill({ status: 404, body: '' }) : route.fallback()))
}

test('a screen whose code was removed loads from the new version', { tag: '@R40' }, async ({ staffPage: page }) => {
  await page.goto('/admin')
  await expect(page.getByText('No leads found')).toBeVisible()
  await replaceVersion(page, /\/assets\/PricingScreen-.*\.js$/)
  await page.getByRole('link', { name: 'Pricing Management', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeVisible()
})

test('the demo form of a page older than the deployment opens on the new page', { tag: '@R40' }, async ({ page }) => {
  await page.goto('/')
  await replaceVersion(page, /\/assets\/LeadModal-.*\.js$/)
  const loaded = page.waitForEvent('load')
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  await loaded
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
