import type { APIRequestContext } from '@playwright/test'
import { brand } from '@app/brand'
import { publicPaths } from './public-paths.ts'
import { expect, test } from './test.ts'

const html = async (request: APIRequestContext, path: string) => (await request.get(path)).text()

/** Contents of the meta elements by name or property; each appears once. */
function metaOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', content = ''] of text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)) {
    expect(found.has(name), `${name} is there twice`).toBe(false)
    found.set(name, content)
  }
  return found
}

test('each page has a title of a length that search engines show whole, and a social card', async ({ request }) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  const paths = await publicPaths(request)
  for (const path of paths) {
    const text = await html(request, path)
    const meta = metaOf(text)
    const title = /<title>(.*?)<\/title>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const description = meta.get('description') ?? ''
    expect(title.length, `${path}: ${title}`).toBeGreaterThanOrEqual(30)
    expect(title.length, `${path}: ${title}`).toBeLessThanOrEqual(60)
    expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(70)
    expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160)
    expect(meta.get('keywords')).toBeTruthy()
    expect([...text.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      brand.siteOrigin + path,
    ])
    expect(meta.get('og:url')).toBe(brand.siteOrigin + path)
    expect(meta.get('og:site_name')).toBe(brand.companyName)
    expect(meta.get('twitter:card')).toBe('summary_large_image')
    for (const name of [
      'og:title',
      'og:description',
      'og:type',
      'og:image:alt',
      'twitter:title',
      'twitter:image:alt',
    ]) {
      expect(meta.get(name), `${name} of ${path}`).toBeTruthy()
    }
    titles.add(title)
    descriptions.add(description)
  }
  expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length])
})

test('the canonical address does not depend on the requested one', async ({ request }) => {
  const asked = await request.get('/print', { headers: { 'x-forwarded-host': 'elsewhere.example' } })
  expect(await asked.text()).not.toContain('elsewhere.example')
})

test('the site map lists every indexable page with the date of its last change', async ({ request }) => {
  const map = await html(request, '/sitemap.xml')
  const paths = await publicPaths(request)
  expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted())
  expect(map.match(/<lastmod>\d{4}-\d{2}-\d{2}/g)).toHaveLength(paths.length + 1)
  expect(map).toContain(`<loc>${brand.siteOrigin}/api/docs</loc>`)
  for (const path of paths) expect(metaOf(await html(request, path)).get('robots') ?? '').not.toContain('noindex')
  expect(map).not.toContain('/admin')
})

test('robots.txt lists the site map and the excluded paths', async ({ request }) => {
  const rules = await html(request, '/robots.txt')
  expect(rules).toContain('Disallow: /admin')
  expect(rules).toContain('Disallow: /api/\n')
  expect(rules).toContain('Allow: /api/docs\n')
  expect(rules).toContain(`Sitemap: ${brand.siteOrigin}/sitemap.xml`)
  expect((await request.get('/admin')).headers()['x-robots-tag']).toContain('noindex')
  expect(metaOf(await html(request, '/nope')).get('robots')).toContain('noindex')
})

test('the reference of the print API is found and read without scripts, and that for staff is not listed', async ({
  browser,
  request,
  baseURL,
}) => {
  const served = await request.get('/api/docs')
  const meta = metaOf(await served.text())
  expect(meta.get('description')?.length).toBeGreaterThanOrEqual(70)
  expect(meta.get('description')?.length).toBeLessThanOrEqual(160)
  expect(await served.text()).toContain(`<link rel="canonical" href="${baseURL}/api/docs">`)
  expect(served.headers()).not.toHaveProperty('x-robots-tag')
  expect((await request.get('/api/docs/full')).headers()['x-robots-tag']).toBe('noindex')

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) })
  const page = await context.newPage()
  await page.goto('/api/docs#tag/checks-image-resolution-low')
  await expect(page.getByRole('heading', { name: 'image_resolution_low', exact: true })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Create a letter' })).toBeVisible()
  await expect(page.getByText('Loading the reference')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await context.close()
})

test('llms.txt lists every page, and the reference as Markdown', async ({ request, baseURL }) => {
  const text = await html(request, '/llms.txt')
  expect(text).toMatch(new RegExp(`^# ${brand.companyName}\n\n> `))
  const links = [...text.matchAll(/\]\(([^)]+)\): \S/g)].map(([, link = '']) => link.replace(brand.siteOrigin, ''))
  expect(links).toEqual(expect.arrayContaining([...(await publicPaths(request)), '/v1/openapi.json']))
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200)
  const markdown = await html(request, '/api/docs/reference.md')
  expect(markdown).toContain('## Error codes')
  expect(markdown).toContain(`curl '${baseURL}/v1/letters'`)
})

test('hidden products are neither on the page nor in its structured data', async ({ staffPage, request, baseURL }) => {
  const product = {
    name: 'Secret of the back room',
    category: 'package',
    startingPrice: 9.99,
    description: 'Not yet',
    features: [],
    sortOrder: 0,
  }
  const made = await staffPage.request.post('/api/admin/pricing/products', {
    headers: { origin: String(baseURL) },
    data: { ...product, isVisible: false },
  })
  expect(made.status()).toBe(201)
  expect(await html(request, '/print/pricing')).not.toContain(product.name)
  expect(await html(request, '/api/pricing/products')).not.toContain(product.name)
})
