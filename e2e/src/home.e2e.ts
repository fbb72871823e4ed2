import type { Page } from '@playwright/test'
import { brand } from '@app/brand'
import { clippedText, spaceText } from './clipped-text.ts'
import { open } from './open.ts'
import { expect, test } from './test.ts'

const header = (page: Page) => page.getByRole('banner')
const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Section links of the header, each with text of its section. */
const sections = [
  ['Products', '#products'],
  ['Use Cases', '#use-cases'],
  ['About', '#about'],
  ['Contact', '#contact'],
] as const

test('the navigation has five links in this order, and those to a section scroll to it', async ({ page }) => {
  await page.goto('/')
  await expect(mainNavigation(page).getByRole('link')).toHaveText([
    'Products',
    'Print API',
    'Use Cases',
    'About',
    'Contact',
  ])
  for (const [name, section] of sections) {
    const heading = page.locator(section).getByRole('heading').first()
    await expect(heading).not.toBeInViewport()
    await mainNavigation(page).getByRole('link', { name }).click()
    await expect(heading).toBeInViewport()
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test('Print API and the logo lead to their pages without a full load', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await mainNavigation(page).getByRole('link', { name: 'Print API' }).click()
  await expect(page).toHaveURL(/\/print$/)
  await header(page)
    .getByRole('link', { name: `${brand.companyName} home` })
    .click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('#products')).toBeAttached()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('on a phone one button opens and closes the navigation, and a jump closes it', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/')
  const menu = header(page).getByRole('button', { name: 'Menu' })
  const contact = mainNavigation(page).getByRole('link', { name: 'Contact' })
  await expect(contact).toBeHidden()
  await menu.click()
  await expect(contact).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await menu.click()
  await expect(contact).toBeHidden()

  await menu.click()
  await contact.click()
  await expect(contact).toBeHidden()
  await expect(page.locator('#contact').getByRole('heading').first()).toBeInViewport()
})

const portal = brand.links.customerPortal

test('Login and Customer Portal open the customer portal in a new tab', async ({ page, context }) => {
  await context.route(`${portal}**`, (route) => route.fulfill({ body: 'portal' }))
  await page.goto('/')
  for (const [region, name] of [
    ['banner', 'Login'],
    ['main', 'Customer Portal'],
  ] as const) {
    const link = page.getByRole(region).getByRole('link', { name })
    await expect(link).toHaveAttribute('rel', /noopener/)
    const opened = context.waitForEvent('page')
    await link.click()
    const tab = await opened
    expect(tab.url()).toBe(portal)
    await tab.close()
  }
})

test('every section has its required text', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
  for (const industry of [/automotive/i, /health/i, /home services/i, /mortgage/i, /retail/i]) {
    await expect(main.getByRole('listitem').filter({ hasText: industry }).first()).toBeVisible()
  }
  await expect(main.locator('#personalization')).toBeVisible()
  for (const useCase of ['Acquisition', 'Nurture', 'Retargeting', 'Retention']) {
    await expect(main.locator('#use-cases').getByRole('heading', { name: useCase })).toBeVisible()
  }
  for (const figure of ['4X', '65%', '35+']) await expect(main.locator('#about')).toContainText(figure)
  await expect(main.locator('#products')).toContainText(/starting at\s*\$0\.62/i)
  await expect(main.locator('#products')).toContainText('$0.66')

  const contact = main.locator('#contact')
  await expect(contact.getByRole('heading', { name: 'Request a Demo' })).toBeVisible()
  await expect(contact.getByLabel('First name')).toBeVisible()
  await expect(contact).toContainText(brand.address.street)
  await expect(contact.getByRole('link', { name: brand.phone.display })).toHaveAttribute('href', brand.phone.href)
  await expect(contact.getByRole('link', { name: brand.email })).toHaveAttribute('href', `mailto:${brand.email}`)
  await expect(page.getByRole('contentinfo')).toContainText(String(brand.foundedYear))
})

test('the browser console is clean, and no other host is called', async ({ page, consoleErrors, baseURL }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL)) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  page.on('requestfailed', (request) => consoleErrors.push(`${request.url()} failed`))
  await page.goto('/')
  await page.locator('#contact').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await header(page).getByRole('button', { name: 'Get Demo' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(consoleErrors).toEqual([])
  expect(elsewhere).toEqual([])
})

for (const path of ['/', '/nope']) {
  test(`${path} never scrolls sideways, and cuts off no text with wide spacing`, async ({ page }) => {
    const setWidth = (width: number) => page.setViewportSize({ width, height: 800 })
    await setWidth(320)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    for (const width of [320, 375, 768, 1024, 1440]) {
      await setWidth(width)
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      })
      expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(clientWidth)
    }
    await setWidth(320)
    await spaceText(page)
    expect(await clippedText(page)).toEqual([])
  })
}

test('an unknown address has the title of its page, and one canonical link: its own', async ({ page }) => {
  const canonical = page.locator('link[rel=canonical]')
  await page.goto('/nope')
  await expect(page).toHaveTitle(`Oops! Page Not Found | ${brand.companyName}`)
  await expect(canonical).toHaveAttribute('href', `${brand.siteOrigin}/nope`)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(canonical).toHaveAttribute('href', `${brand.siteOrigin}/`)
  await page.goBack()
  await expect(canonical).toHaveAttribute('href', `${brand.siteOrigin}/nope`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page is complete', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible()
    await expect(page.getByRole('link', { name: brand.phone.display }).first()).toBeVisible()
    const contact = page.locator('#contact')
    await expect(contact.getByLabel('First name')).toBeVisible()
    // A form that cannot be sent shows a phone number instead of a button.
    const note = contact.locator('noscript > p')
    await expect(note).toBeVisible()
    await expect(note).toContainText(brand.phone.display)
    await expect(contact.getByRole('button', { name: 'Request a Demo' })).toBeHidden()
  })
})
