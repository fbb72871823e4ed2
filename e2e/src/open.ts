import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Opens a page of the site and waits until its lazy parts have loaded and React runs. Before that, links trigger full
 * page loads.
 */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const isHydrated = () =>
    page.locator('#main').evaluate((main) => Object.keys(main).some((key) => key.startsWith('__react')))
  await expect.poll(isHydrated).toBe(true)
}
