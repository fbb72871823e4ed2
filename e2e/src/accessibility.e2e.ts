import type { Locator, Page } from '@playwright/test'
import { accessibilityFaults, axeFaults, isWhole } from './accessibility.ts'
import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

// The gate checks every page as it opens in every-page.e2e.ts, and here one page on a phone in the shared states.
const widths = isWhole ? [320, 768, 1280] : [320]
const faultsOf = isWhole ? accessibilityFaults : axeFaults

const sitePages = ['/', '/mortgage', '/USPSInformedDelivery', '/digital-audience', '/accelerate2025', '/nope']
const printPages = ['/print', '/print/postcards', '/print/letters', '/print/pricing', '/print/samples']
const everyPage = [...sitePages, ...printPages, '/print/faq', '/print/docs', '/print/sandbox']
const pagesWithStates = isWhole ? everyPage : ['/']

// One test runs two engines on up to six states.
test.describe.configure({ timeout: 240_000 })

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

async function openDialog(page: Page): Promise<Locator> {
  await openMenu(page)
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a Demo' })
  await expect(dialog.getByLabel('First name')).toBeVisible()
  return dialog
}

async function submitFilled(form: Locator): Promise<void> {
  await form.getByLabel('First name').fill('Dana')
  await form.getByLabel('Last name').fill('Example')
  await form.getByLabel('Work email').fill('dana@example.com')
  // By keyboard, because the toast covers the button on a phone.
  await form.getByLabel('Work email').press('Enter')
}

/** Steps that bring a page into a state. Each step starts where the previous one ended. */
const states: [name: string, reach: (page: Page) => Promise<void>][] = [
  ['menu open', openMenu],
  [
    'dialog open',
    async (page) => {
      await page.reload()
      await openDialog(page)
    },
  ],
  [
    'errors in the dialog',
    async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Request a Demo' }).click()
      await expect(dialog.getByText('Email is required')).toBeVisible()
    },
  ],
  [
    'toast shown',
    async (page) => {
      await page.route('**/api/leads', (route) => route.abort())
      await submitFilled(page.getByRole('dialog'))
      await expect(page.getByRole('alert')).toBeVisible()
      // The toast stays open while hovered.
      await page.getByRole('alert').hover()
    },
  ],
  [
    'thanks shown',
    async (page) => {
      await page.unroute('**/api/leads')
      await submitFilled(page.getByRole('dialog'))
      await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible()
    },
  ],
]

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const path of pagesWithStates) {
      test(`${path} has no problems in the light theme in any state`, async ({ page }) => {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        const faults = isWhole ? await faultsOf(page) : []
        for (const [name, reach] of states) {
          await reach(page)
          faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
        }
        expect(faults).toEqual([])
      })
    }

    for (const path of isWhole ? ['/print/samples', '/accelerate2025'] : ['/print/samples']) {
      test(`the sample request on ${path} has no problems with errors and after it is sent`, async ({ page }) => {
        await page.goto(path)
        await page.getByRole('button', { name: 'Send My Samples' }).click()
        await expect(page.getByText('ZIP Code is required')).toBeVisible()
        expect(await faultsOf(page)).toEqual([])

        await page.getByLabel('First name').fill('Dana')
        await page.getByLabel('Last name').fill('Example')
        await page.getByLabel('Email').fill('dana@example.com')
        await page.getByLabel(/^Address/).fill('12 Example Street')
        await page.getByLabel('City').fill('Cambridge')
        const state = page.getByLabel('State')
        await (path === '/accelerate2025' ? state.fill('MA') : state.selectOption('MA'))
        await page.getByLabel('ZIP Code').fill('02138')
        await page.getByLabel('What should we send?').selectOption('both')
        await page.getByRole('button', { name: 'Send My Samples' }).click()
        await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible()
        expect(await faultsOf(page)).toEqual([])
      })
    }
  })
}

test('the sign-in page has no problems after a failed attempt', async ({ page }) => {
  await page.goto('/api/login')
  await signIn(page, { ...staff, password: 'a wrong password' })
  await expect(page.getByRole('alert')).toBeVisible()
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await axeFaults(page), `at ${width} px`).toEqual([])
  }
})
