import { brand } from '@app/brand'
import { publicPaths, servedPages } from './public-paths.ts'
import { expect, test } from './test.ts'

/** Contents of the meta elements by name or property; each appears once. */
function metaOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', content = ''] of text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)) {
    expect(found.has(name), `${name} is there twice`).toBe(false)
    found.set(name, content)
  }
  return found
}

const expectLength = (text: string, shortest: number, longest: number, what: string) => {
  expect(text.length, `${what}: ${text}`).toBeGreaterThanOrEqual(shortest)
  expect(text.length, `${what}: ${text}`).toBeLessThanOrEqual(longest)
}

test('each page has a title and a description that search engines show in full, and a social card with its own image', async ({
  request,
}) => {
  const pages = await servedPages(request)
  const pictures = new Set<string>()
  for (const [path, text] of pages) {
    const meta = metaOf(text)
    expectLength(/<title>(.*?)<\/title>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '', 30, 60, path)
    expectLength(meta.get('description') ?? '', 70, 160, path)
    expect([...text.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      brand.siteOrigin + path,
    ])
    const picture = String(meta.get('og:image'))
    expect(Object.fromEntries(meta), path).toMatchObject({
      'og:url': brand.siteOrigin + path,
      'og:site_name': brand.companyName,
      'twitter:card': 'summary_large_image',
      'twitter:image': picture,
    })
    for (const name of 'keywords og:title og:description og:type og:image:alt twitter:title twitter:image:alt'.split(
      ' ',
    ))
      expect(meta.get(name), `${name} of ${path}`).toBeTruthy()
    const answer = await request.get(new URL(picture).pathname)
    expect(answer.headers()['content-type']).toBe('image/png')
    const body = await answer.body()
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630])
    pictures.add(picture)
  }
  expect(pictures.size).toBe(13)
})

test('the site map lists every indexable page, and robots.txt the excluded ones', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const pages = await servedPages(request)
  expect(map.match(/<lastmod>\d{4}-\d{2}-\d{2}/g)).toHaveLength(pages.size + 1)
  expect(map.match(/<loc>/g)).toHaveLength(pages.size + 1)
  expect(map).toContain(`<loc>${brand.siteOrigin}/api/docs</loc>`)
  const docs = await (await request.get('/api/docs')).text()
  expectLength(metaOf(docs).get('description') ?? '', 70, 160, '/api/docs')
  for (const [path, text] of pages) expect(metaOf(text).get('robots') ?? '', path).not.toContain('noindex')
  const missing = await request.get('/nope', { headers: { 'x-forwarded-host': 'elsewhere.example' } })
  expect(metaOf(await missing.text()).get('robots')).toContain('noindex')
  // The canonical URL does not depend on the requested host.
  expect(await missing.text()).not.toContain('elsewhere.example')

  const rules = await (await request.get('/robots.txt')).text()
  for (const rule of ['Disallow: /admin', 'Disallow: /api/\n', 'Allow: /api/docs\n']) expect(rules).toContain(rule)
  expect(rules).toContain(`Sitemap: ${brand.siteOrigin}/sitemap.xml`)
  expect((await request.get('/admin')).headers()['x-robots-tag']).toContain('noindex')
})

test('llms.txt lists every page, and the API reference as Markdown', async ({ request }) => {
  const text = await (await request.get('/llms.txt')).text()
  expect(text).toMatch(new RegExp(`^# ${brand.companyName}\n\n> `))
  const links = [...text.matchAll(/\]\(([^)]+)\): \S/g)].map(([, link = '']) => link.replace(brand.siteOrigin, ''))
  expect(links).toEqual(expect.arrayContaining([...(await publicPaths(request)), '/v1/openapi.json']))
  for (const link of [...links, '/api/openapi.json']) expect((await request.get(link)).status(), link).toBe(200)
})
