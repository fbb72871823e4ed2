import type { Page } from '@playwright/test'
import { axeFaults } from './accessibility.ts'
import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

async function axeFaultsOnBothWidths(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    faults.push(...(await axeFaults(page)))
  }
  return faults
}

test('the sign-in page has no problems, also after a failed attempt', async ({ page }) => {
  await page.goto('/api/login')
  await page.waitForLoadState('networkidle')
  expect(await axeFaultsOnBothWidths(page)).toEqual([])
  await signIn(page, { ...staff, password: 'a wrong password' })
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await axeFaultsOnBothWidths(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 } })

  test('the dashboard has no problems without leads', async ({ staffPage: page }) => {
    await page.goto('/admin')
    await expect(page.getByText('No leads found')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  })
})
