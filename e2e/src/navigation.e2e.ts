import { brand } from '@app/brand'
import type { Page } from '@playwright/test'
import { open } from './open.ts'
import { expect, test } from './test.ts'

const header = (page: Page) => page.getByRole('banner')
const links = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const headingOf = (page: Page, section: string) => page.locator(section).getByRole('heading').first()

test('the 404 page links home, and title, canonical link, and focus follow each step, even Back', async ({ page }) => {
  const expectPage = async (title: string | RegExp, canonical: string) => {
    await expect(page).toHaveTitle(title)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', brand.siteOrigin + canonical)
  }
  await open(page, '/nope')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page Not Found' })).toBeVisible()
  await expectPage(`Oops! Page Not Found | ${brand.companyName}`, '/nope')
  await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).press('Enter')
  await expect(page.locator('#products')).toBeAttached()
  await expect(page.getByRole('main')).toBeFocused()
  await expectPage(/^(?!Oops)/, '/')
  await links(page).getByRole('link', { name: 'Print API' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/from your code/)
  await expect(page.getByRole('main')).toBeFocused()
  await expectPage(/API/, '/print')
  await header(page)
    .getByRole('link', { name: `${brand.companyName} home` })
    .click()
  await expect(page.locator('#products')).toBeAttached()
  for (const [title, canonical] of [
    [/API/, '/print'],
    [/^(?!Oops)/, '/'],
    [/^Oops/, '/nope'],
  ] as const) {
    await page.goBack()
    await expectPage(title, canonical)
    await expect(page.getByRole('main')).toBeFocused()
  }
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('the first Tab stop skips to the content, and section links scroll to their section', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  for (const [name, section] of [
    ['Products', '#products'],
    ['Use Cases', '#use-cases'],
    ['About', '#about'],
    ['Contact', '#contact'],
  ] as const) {
    await expect(headingOf(page, section)).not.toBeInViewport()
    await links(page).getByRole('link', { name }).click()
    await expect(headingOf(page, section)).toBeInViewport()
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test('on a phone, a button opens and closes the navigation, even before React runs, and a section link closes it', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', (route) => released.then(() => route.continue()))
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const menu = header(page).getByRole('button', { name: 'Menu' })
  const contact = links(page).getByRole('link', { name: 'Contact' })
  await expect(contact).toBeHidden()
  await menu.click()
  await expect(contact).toBeHidden()
  release()
  await expect(contact).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await menu.click()
  await expect(contact).toBeHidden()
  await menu.click()
  await contact.click()
  await expect(contact).toBeHidden()
  await expect(headingOf(page, '#contact')).toBeInViewport()
})
