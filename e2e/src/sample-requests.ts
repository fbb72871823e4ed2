import type { Page } from '@playwright/test'

/** The row of a sample request. Its text starts with the name of its checkbox. */
export const requestRow = (page: Page, name: string) => page.getByRole('row', { name: `Select the request of ${name}` })

/** Prints labels for the selected requests, which are shipped later. */
export async function printLabels(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Print and mark sent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print and mark sent' })
  await dialog.getByRole('radio', { name: 'Labels 4×6' }).check()
  await dialog.getByRole('checkbox', { name: /^Mark as processed/ }).uncheck()
  await dialog.getByRole('button', { name: /^Print \d+$/ }).click()
}
