import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { staff } from './staff.ts'
import { expect, test } from './test.ts'

/** Every violation with the elements it was found on; empty is the bar. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`))
}

for (const width of [375, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const path of ['/', '/nope', '/api/login']) {
      test(`${path} has no violation`, async ({ page }) => {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect(await violations(page)).toEqual([])
      })
    }

    test('the open demo request has none, with and without errors', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('main').getByRole('button', { name: 'Get Demo' }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('First name')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Request a Demo' }).click()
      await expect(dialog.getByText('Email is required')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('the form on the page has none with errors', async ({ page }) => {
      await page.goto('/')
      const contact = page.locator('#contact')
      await contact.getByRole('button', { name: 'Request a Demo' }).click()
      await expect(contact.getByText('Email is required')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('the sign-in page has none after a refusal', async ({ page }) => {
      await page.goto('/api/login')
      await page.getByLabel('Email').fill(staff.email)
      await page.getByLabel('Password').fill('a wrong password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('the dashboard has none, with and without leads', async ({ staffPage: page, request }) => {
      await page.goto('/admin')
      await expect(page.getByText('No leads found')).toBeVisible()
      expect(await violations(page)).toEqual([])
      const lead = {
        firstName: 'A',
        lastName: 'B',
        email: 'a@example.com',
        leadSource: 'Website',
        source: 'Main Website',
      }
      expect((await request.post('/api/leads', { data: lead })).status()).toBe(201)
      await page.reload()
      await expect(page.getByText('a@example.com')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}
