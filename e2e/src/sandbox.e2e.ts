import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { accessibilityFaults, axeFaults } from './accessibility.ts'
import { editor, expectHtml, writeHtml } from './template-editor.ts'
import { expect, test } from './test.ts'

const bench = (page: Page) => page.getByRole('region', { name: 'Your piece' })
const proofPanel = (page: Page) => bench(page).locator('[aria-busy]')
const drafts = (page: Page) => page.locator('iframe[title^="Draft"]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const press = (page: Page, name: string | RegExp) => button(page, name).click()

async function open(page: Page, address = '/print/sandbox'): Promise<void> {
  await page.goto(address)
  await expect(bench(page).getByRole('button', { name: /Proof It/ })).toBeVisible()
}

async function openWithKey(page: Page, address?: string): Promise<void> {
  await open(page, address)
  await press(page, 'Get a Key')
  await expect(page.getByRole('heading', { name: 'Your images' })).toBeVisible()
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('a built-in template is proofed without a key, and custom HTML gets one in one click and shows its finding in place', async ({
  page,
  consoleErrors,
}) => {
  await open(page)
  const frame = page.frameLocator('iframe[title^="Draft"]')
  await page.getByLabel('city').fill('Reno')
  await expect(frame.locator('body')).toContainText('Reno')
  await press(page, 'Proof It')
  await expect(proofPanel(page)).toContainText('$0.68')
  for (const picture of await proofPanel(page).locator('img').all()) {
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(900)
  }
  await expect(proofPanel(page)).toContainText('Our checks found no problems.')
  const pdf = await page.request.get(String(await page.getByRole('link', { name: /PDF/ }).getAttribute('href')))
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect(consoleErrors).toEqual([])

  await writeHtml(
    page,
    '<style>body { background: #14213d; color: #fff } h1 { position: absolute; top: 0.14in; left: 1in; margin: 0; font-size: 20px }</style><h1>{{first_name}}</h1>',
  )
  await press(page, 'Get a Key and Proof It')
  const finding = proofPanel(page).getByRole('button', { name: /text_outside_safe_zone/ })
  await finding.focus()
  await expect(proofPanel(page).locator('[data-chosen][aria-hidden]')).toBeVisible()
  await expect(page.getByText(/^sandbox_\w{36}$/)).toBeVisible()
  // The hovered button may be in the middle of a color transition.
  await page.mouse.move(0, 0)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a draft runs no scripts and loads nothing, whatever it contains', async ({ page }) => {
  let connections = 0
  const elsewhere = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
  const { port } = elsewhere.address() as AddressInfo
  const away = `http://127.0.0.1:${port}`
  await open(page)
  await writeHtml(
    page,
    `<script>parent.document.title = 'taken'</script>
    <img src="${away}/a.png" onerror="parent.document.title = 'taken'">
    <style>@import '${away}/a.css'; body { background: url(${away}/b.png) }</style>
    <iframe src="${away}/"></iframe><meta http-equiv="refresh" content="0;url=${away}/">
    <link rel="stylesheet" href="${away}/c.css"><p>drawn</p>`,
  )
  const draft = page.frameLocator('iframe[title^="Draft"]').locator('html')
  await expect(draft.locator('p')).toHaveText('drawn')
  // Everything that the draft may load is part of its document, which is complete once it has loaded or was refused.
  await expect.poll(() => draft.evaluate(({ ownerDocument }) => ownerDocument.readyState)).toBe('complete')
  expect(await page.title()).toContain('Print sandbox')
  elsewhere.close()
  expect(connections).toBe(0)
})

test('on a phone, an image is uploaded, drawn in the draft, and printed', async ({ page, consoleErrors }) => {
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

  // The list has already loaded, so the editor completes a reference without a request.
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
  await expect(proofPanel(page).getByRole('heading', { name: 'Proof' })).toBeInViewport()
  await expect(proofPanel(page).getByRole('link', { name: 'Download the PDF' })).toBeVisible()
  await expect(proofPanel(page)).not.toContainText('unknown_asset')
  await page.mouse.move(0, 0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await axeFaults(page)).toEqual([])

  // After a reload, the API cannot return the image, and the page says so.
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
  // Each frame shows a different page.
  const last = page.frameLocator(`iframe[title="Draft: Letter, page ${pages}"]`).locator('h2')
  expect(await last.evaluate((heading) => Math.floor(heading.getBoundingClientRect().left / innerWidth))).toBe(0)

  await writeHtml(page, '<p>Short</p>')
  await expect(drafts(page)).toHaveCount(1)
})

test('a link opens a draft in another tab, and when both edit one template, neither overwrites the other', async ({
  page,
  context,
}) => {
  await openWithKey(page)
  await writeHtml(page, '<p>One</p>')
  await page.getByLabel('Name of the template').fill('Spring sale')
  await press(page, 'Save as a Template')
  await expect(page.getByText('Saved “Spring sale” as version 1.')).toBeVisible()

  await press(page, 'Copy a Link')
  await expect(page.getByText('Copied. The link contains')).toBeVisible()
  const other = await context.newPage()
  await open(other, await page.evaluate(() => navigator.clipboard.readText()))
  await expectHtml(other, '<p>One</p>')
  expect(new URL(other.url()).hash).toBe('')
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
  await expectHtml(other, '<p>Mine</p>')
  expect(await axeFaults(other)).toEqual([])
  await other.close()
})
