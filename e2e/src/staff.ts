import type { Page } from '@playwright/test'

/** The account that the setup creates. */
export const staff = { email: 'ada@example.com', password: 'unlikely-rooster-47' }

/** Fills in the sign-in page. */
export async function signIn(page: Page, { email, password }: typeof staff): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
