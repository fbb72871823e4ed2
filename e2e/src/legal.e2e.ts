import type { Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('footer links open a document over the page; Escape and Back close it', async ({ page, consoleErrors }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/print')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => url.includes('Legal'))).toEqual([])

  const link = page.getByRole('link', { name: 'Privacy Policy' })
  await link.click()
  await expect(dialog(page, 'Privacy Policy')).toContainText('In your browser for 90 days')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Privacy Policy')).toHaveCount(0)
  await expect(link).toBeFocused()
  await expect(page).toHaveURL('/print')

  const contact = page.getByRole('link', { name: 'Contact', exact: true })
  await contact.click()
  await expect(dialog(page, 'Contact').getByRole('link', { name: /555/ })).toHaveAttribute('href', /^tel:/)
  await page.goBack()
  await expect(dialog(page, 'Contact')).toHaveCount(0)
  await expect(contact).toBeFocused()
  await expect(page).toHaveURL('/print')
  expect(consoleErrors).toEqual([])
})

test('a URL opens a document on every page, and printing shows only the document', async ({ page }) => {
  await page.goto('/mortgage#terms')
  const terms = dialog(page, 'Terms of Service')
  await expect(terms).toContainText('Your content')
  await page.emulateMedia({ media: 'print' })
  await expect(terms.getByRole('heading', { name: 'Your content' })).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await terms.getByRole('button', { name: 'Close' }).last().click()
  await expect(terms).toHaveCount(0)
  await expect(page).toHaveURL('/mortgage')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
