import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Holds React back until released: the page is rendered, but not hydrated. */
async function holdReact(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a click before React runs takes effect once it does', async ({ page }) => {
  const release = await holdReact(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(page.getByRole('dialog', { name: 'Request a Demo' })).toBeVisible()
})

test('a click on the menu before React runs opens it once', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const release = await holdReact(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Menu' }).click()
  release()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })).toBeVisible()
})

test('an anchor link clicked before React runs scrolls to its section', async ({ page }) => {
  const release = await holdReact(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
  const heading = page.locator('#contact').getByRole('heading').first()
  await expect(heading).toBeInViewport()
  release()
  await page.waitForLoadState('networkidle')
  await expect(heading).toBeInViewport()
})

test('text typed before React runs is kept and sent', async ({ page, db }) => {
  const release = await holdReact(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const contact = page.locator('#contact')
  await contact.getByLabel('First name').fill('Early')
  await contact.getByLabel('Last name').fill('Bird')
  release()
  await contact.getByLabel('Work email').fill('early@example.com')
  await page.waitForLoadState('networkidle')
  await expect(contact.getByLabel('First name')).toHaveValue('Early')
  await contact.getByRole('button', { name: 'Request a Demo' }).click()
  await expect(contact.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  const { rows } = await db.query('select first_name, last_name, email from lead')
  expect(rows).toEqual([{ first_name: 'Early', last_name: 'Bird', email: 'early@example.com' }])
})

test('a form submitted before React runs arrives once', async ({ page, db }) => {
  const release = await holdReact(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const contact = page.locator('#contact')
  await contact.getByLabel('First name').fill('Very')
  await contact.getByLabel('Last name').fill('Early')
  await contact.getByLabel('Work email').fill('very@example.com')
  await contact.getByLabel('Work email').press('Enter')
  await contact.getByRole('button', { name: 'Request a Demo' }).click()
  release()
  await expect(contact.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  const { rows } = await db.query('select email from lead')
  expect(rows).toEqual([{ email: 'very@example.com' }])
})
