import { brand } from '@app/brand'
import { expect, test } from './test.ts'

/** Width and height from the header of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the icons of the page and of the manifest exist, in their declared sizes', async ({ page, request }) => {
  await page.goto('/')
  const link = (rel: string) => page.locator(`link[rel="${rel}"]`)
  await expect(link('icon')).toHaveCount(2)
  for (const address of ['/favicon.ico', '/favicon.svg']) {
    await expect(page.locator(`link[rel="icon"][href="${address}"]`)).toHaveCount(1)
  }
  expect((await request.get('/favicon.svg')).headers()['content-type']).toContain('image/svg+xml')
  const ico = await (await request.get('/favicon.ico')).body()
  // The embedded PNG begins after the header of the ICO file.
  expect(sizeOf(ico.subarray(22))).toBe('32x32')

  const touch = String(await link('apple-touch-icon').getAttribute('href'))
  expect(sizeOf(await (await request.get(touch)).body())).toBe('180x180')

  const answer = await request.get(String(await link('manifest').getAttribute('href')))
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    name: string
    theme_color: string
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(manifest.name).toBe(brand.companyName)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', manifest.theme_color)
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    expect(sizeOf(await icon.body())).toBe(sizes)
  }
})
