import { axeFaults as violations } from './accessibility.ts'
import { staff } from './staff.ts'
import { expect, test } from './test.ts'

for (const width of [375, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('the sign-in page has no problems', async ({ page }) => {
      await page.goto('/api/login')
      await page.waitForLoadState('networkidle')
      expect(await violations(page)).toEqual([])
    })

    test('the sign-in page has no problems after a failed attempt', async ({ page }) => {
      await page.goto('/api/login')
      await page.getByLabel('Email').fill(staff.email)
      await page.getByLabel('Password').fill('a wrong password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('the dashboard has no problems without leads', async ({ staffPage: page }) => {
      await page.goto('/admin')
      await expect(page.getByText('No leads found')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}
