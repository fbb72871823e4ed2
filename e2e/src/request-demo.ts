import { expect, type Page } from '@playwright/test'

/** Requests a demo as a visitor, from any page of the site. */
export async function requestDemo(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Get Demo' }).click()
  const form = page.getByRole('dialog', { name: 'Request a Demo' })
  await form.getByLabel('First name').fill('Dana')
  await form.getByLabel('Last name').fill('Example')
  await form.getByLabel('Work email').fill(email)
  await form.getByRole('button', { name: 'Request a Demo' }).click()
  await expect(form.getByRole('heading', { name: 'Thank You' })).toBeVisible()
}
