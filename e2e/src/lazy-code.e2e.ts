import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/**
 * Fails requests for the matching files, as on a bad connection, until the returned function is called. The route stays
 * even then: removing the last route turns off interception, and a request just intercepted may then never end.
 */
async function dropFiles(page: Page, pattern: string): Promise<() => void> {
  let isDropping = true
  await page.route(pattern, (route) => (isDropping ? route.abort() : route.continue()))
  return () => {
    isDropping = false
  }
}

/** A reload would also help, but loses the user’s input. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  return () => page.evaluate(() => 'isSameDocument' in window)
}

// One is the chunk itself; the chunk and other parts of the page depend on the rest.
const dropped = ['LeadModal-', 'SiteMantine-', 'LeadForm-', 'CloseButton-']

test('the dialog opens even if its files failed to load at first', async ({ page, consoleErrors }) => {
  await page.goto('/print/faq')
  await page.waitForLoadState('networkidle')
  const isSameDocument = await markDocument(page)
  const failed = new Set<string>()
  await page.route(/assets\/(LeadModal|SiteMantine|LeadForm)-.*\.js|assets\/CloseButton-.*\.css/, (route) => {
    const url = route.request().url()
    if (failed.has(url)) return route.continue()
    failed.add(url)
    return route.abort()
  })
  await page.getByRole('main').getByRole('button', { name: 'Contact Support' }).click()

  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await expect(dialog.getByLabel('First name')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCSS('cursor', 'pointer')
  for (const name of dropped) expect([...failed].join(), name).toContain(name)
  expect(await isSameDocument()).toBe(true)
  expect(consoleErrors.filter((consoleError) => !consoleError.includes('ERR_FAILED'))).toEqual([])
})

test('a page whose React failed to load at first becomes interactive later', async ({ page }) => {
  const failure = page.waitForEvent('requestfailed')
  const deliver = await dropFiles(page, '**/assets/react-*.js')
  await page.goto('/')
  await failure
  const isSameDocument = await markDocument(page)
  deliver()
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  await expect(page.getByRole('dialog', { name: 'Request a Demo' })).toBeVisible()
  expect(await isSameDocument()).toBe(true)
})

test('a screen that could not be loaded offline loads by itself once online', async ({ staffPage: page, context }) => {
  await page.goto('/admin')
  await expect(page.getByText('No leads found')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Pricing Management', exact: true }).click()
  await expect(page.getByText('This screen could not be shown')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeVisible()
  await page.getByRole('link', { name: 'Sample Management', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add Template' })).toBeVisible()
})
