import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { expectHtml, writeHtml } from './template-editor.ts'
import { expect, test } from './test.ts'

const bench = (page: Page) => page.getByRole('region', { name: 'Your piece' })
const proofPanel = (page: Page) => bench(page).locator('[aria-busy]')

async function open(page: Page, address = '/print/sandbox'): Promise<void> {
  await page.goto(address)
  await expect(bench(page).getByRole('button', { name: /Proof It/ })).toBeVisible()
}

test('a built-in template is proofed without a key: price, PDF, pictures, checks', async ({ page, consoleErrors }) => {
  await open(page)
  const frame = page.frameLocator('iframe[title^="Draft"]')
  await page.getByLabel('city').fill('Reno')
  await expect(frame.locator('body')).toContainText('Reno')

  await page.getByRole('button', { name: 'Proof It' }).click()
  await expect(proofPanel(page)).toContainText('$0.68')
  for (const picture of await proofPanel(page).locator('img').all()) {
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(900)
  }
  await expect(proofPanel(page)).toContainText('Our checks found no problems.')
  const pdf = await page.request.get(String(await page.getByRole('link', { name: /PDF/ }).getAttribute('href')))
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  // The button under the pointer has a color between two.
  await page.mouse.move(0, 0)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(consoleErrors).toEqual([])
})

test('proofing custom HTML gets a key in one click, and its finding is marked in place', async ({ page }) => {
  await open(page)
  await writeHtml(
    page,
    '<style>body { background: #14213d; color: #fff } h1 { position: absolute; top: 0.14in; left: 1in; margin: 0; font-size: 20px }</style><h1>{{first_name}}</h1>',
  )
  await page.getByRole('button', { name: 'Get a Key and Proof It' }).click()
  const finding = proofPanel(page).getByRole('button', { name: /text_outside_safe_zone/ })
  await finding.focus()
  await expect(proofPanel(page).locator('[data-chosen][aria-hidden]')).toBeVisible()
  await expect(page.getByText(/^sandbox_\w{36}$/)).toBeVisible()
  await page.mouse.move(0, 0)
  expect(await accessibilityFaults(page)).toEqual([])

  await page.reload()
  await expectHtml(page, /first_name/)
  await expect(page.getByText(/^sandbox_\w{36}$/)).toHaveCount(0)
  await expect(page.getByText('lets you proof your own templates until')).toBeVisible()
})

test('a draft runs and loads nothing, whatever it contains', async ({ page }) => {
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
  // Everything that the draft may load is part of its document, which is complete once that has arrived or was refused.
  await expect.poll(() => draft.evaluate(({ ownerDocument }) => ownerDocument.readyState)).toBe('complete')
  expect(await page.title()).toContain('Print sandbox')
  elsewhere.close()
  expect(connections).toBe(0)
})

test('a link contains the draft, and “Try it” opens its request', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await writeHtml(page, '<h1>Shared</h1>')
  await page.getByRole('button', { name: 'Copy a Link' }).click()
  await expect(page.getByText('Copied. The link contains')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await context.newPage()
  await open(other, link)
  await expectHtml(other, '<h1>Shared</h1>')
  expect(new URL(other.url()).hash).toBe('')

  await other.goto('/print/letters')
  await other.getByRole('link', { name: 'Try it' }).click()
  await expect(other.getByRole('combobox', { name: 'Piece' })).toHaveValue('8.5x11')
  await other.close()
})

test('on a phone, nothing overflows, and the proof comes into view', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page)
  await page.getByRole('button', { name: 'Proof It' }).click()
  await expect(proofPanel(page)).toContainText('$0.68')
  await expect(proofPanel(page).getByRole('heading', { name: 'Proof' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('without scripts, the page says that it needs them', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) })
  const page = await context.newPage()
  await page.goto('/print/sandbox')
  await expect(page.getByRole('main').locator('noscript p')).toBeVisible()
  await context.close()
})
