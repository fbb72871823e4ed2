import type { Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { editor, expectHtml, writeHtml } from './template-editor.ts'
import { expect, test } from './test.ts'

const proofPanel = (page: Page) => page.locator('[aria-busy]')
const drafts = (page: Page) => page.locator('iframe[title^="Draft"]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const press = (page: Page, name: string | RegExp) => button(page, name).click()

async function openWithKey(page: Page, address = '/print/sandbox'): Promise<void> {
  await page.goto(address)
  await press(page, 'Get a Key')
  await expect(page.getByRole('heading', { name: 'Your images' })).toBeVisible()
}

test('an image is uploaded, drawn in the draft, and printed', async ({ page, consoleErrors }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openWithKey(page)
  await writeHtml(page, '<style>img { position: absolute; top: 1in; left: 1in }</style><p>{{city}}</p>')
  const clip = { x: 0, y: 0, width: 300, height: 600 }
  await page
    .getByLabel('Images and fonts to upload')
    .setInputFiles({ name: 'spring.png', mimeType: 'image/png', buffer: await page.screenshot({ clip }) })
  const list = page.getByRole('list', { name: 'Your images' })
  await expect(list).toContainText('spring.png')
  await expect(list).toContainText('300 × 600 pixels: 1 × 2 in at 300 DPI')
  await button(page, 'Insert').focus()
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeFocused()
  await expectHtml(page, /<p>{{city}}<\/p><img src="asset:asset_\w{20}" alt="" style="width: 1in">$/)
  const drawn = page.frameLocator('iframe[title^="Draft"]').locator('img')
  await expect(drawn).toHaveAttribute('src', /image\/webp/)
  expect(await drawn.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    300, 600,
  ])
  // Generated text can be undone.
  await page.keyboard.press('ControlOrMeta+z')
  await expectHtml(page, /<\/p>$/)
  await page.keyboard.press('ControlOrMeta+Shift+Z')

  // The list has been loaded, so the editor needs no request to complete a reference.
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) requests.push(request.url())
  })
  await page.keyboard.type('<p style="background: url(asset:spr')
  await page.getByRole('option', { name: /^spring\.png ?300 × 600 pixels$/ }).click()
  await page.keyboard.type(')">')
  await expectHtml(page, /<p style="background: url\(asset:asset_\w{20}\)">$/)
  expect(requests).toEqual([])

  await press(page, 'Proof It')
  await expect(proofPanel(page).getByRole('link', { name: 'Download the PDF' })).toBeVisible()
  await expect(proofPanel(page)).not.toContainText('unknown_asset')
  await page.mouse.move(0, 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await accessibilityFaults(page)).toEqual([])

  // After a reload the API has no image to give, and the page says so.
  await page.reload()
  await expect(page.getByText('Others appear as gray boxes')).toBeVisible()
  await expect(drawn).toHaveAttribute('src', /%3Crect/)
  expect(await drawn.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(600)
  expect(consoleErrors).toEqual([])
})

test('a draft of a letter has as many pages as its proof', async ({ page }) => {
  await openWithKey(page, '/print/sandbox?example=letter')
  const lines = Array.from({ length: 90 }, (_, index) => `<p>Line ${index + 1} for {{city}}</p>`).join('')
  await writeHtml(
    page,
    `<style>body { font-size: 12pt; padding: 4in 1in 1in } p { margin: 0 0 6pt } h2 { break-before: page }</style>${lines}<h2>Last</h2>`,
  )
  await expect(page.getByText(/^\d pages\. Rendered by your browser/)).toBeVisible()
  const pages = await drafts(page).count()
  expect(pages).toBeGreaterThan(2)
  await press(page, 'Proof It')
  await expect(proofPanel(page).locator('img')).toHaveCount(pages)
  await page.getByRole('radio', { name: 'Draft' }).click()
  // Each frame shows its own page.
  const last = page.frameLocator(`iframe[title="Draft: Letter, page ${pages}"]`).locator('h2')
  expect(await last.evaluate((heading) => Math.floor(heading.getBoundingClientRect().left / innerWidth))).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])

  await writeHtml(page, '<p>Short</p>')
  await expect(drafts(page)).toHaveCount(1)
})

test('two tabs edit one template: neither overwrites the other, and deleting it asks first', async ({
  page,
  context,
}) => {
  await openWithKey(page)
  await writeHtml(page, '<p>One</p>')
  await page.getByLabel('Name of the template').fill('Spring sale')
  await press(page, 'Save as a Template')
  await expect(page.getByText('Saved “Spring sale” as version 1.')).toBeVisible()

  const other = await context.newPage()
  await other.goto('/print/sandbox')
  await press(other, 'Open')
  await expectHtml(other, '<p>One</p>')
  await writeHtml(page, '<p>Two</p>')
  await press(page, 'Save a New Version')
  await expect(page.getByText('as version 2.')).toBeVisible()
  await expectHtml(other, '<p>Two</p>')

  await writeHtml(other, '<p>Mine</p>')
  await writeHtml(page, '<p>Three</p>')
  await press(page, 'Save a New Version')
  await expect(page.getByText('as version 3.')).toBeVisible()
  await press(other, 'Save a New Version')
  await expect(other.getByRole('alert')).toContainText('Version 3 of “Spring sale” was saved in another tab')
  expect(await accessibilityFaults(other)).toEqual([])
  await press(other, 'Keep Mine as Version 4')
  await press(other, 'Save a New Version')
  await expect(other.getByText('as version 4.')).toBeVisible()

  await press(other, 'Delete')
  await expect(button(other, 'Keep It')).toBeFocused()
  expect(await accessibilityFaults(other)).toEqual([])
  await press(other, 'Delete It')
  await expect(other.getByText('Deleted “Spring sale”.')).toBeVisible()
  await expectHtml(other, '<p>Mine</p>')
  await other.close()
})
