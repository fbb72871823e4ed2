import { brand } from '@app/brand'
import { HtmlValidate } from 'html-validate'
import { servedPages } from './public-paths.ts'
import { expect, test } from './test.ts'

/** Rules from the HTML standard and for assistive technology. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // React writes <br/>, which is equivalent.
    'void-style': 'off',
    // Our files come from our own origin.
    'require-sri': 'off',
  },
})

test('every page is valid HTML as served', async ({ request }) => {
  const pages = await servedPages(request)
  expect(pages.size).toBe(13)
  for (const path of ['/nope', '/api/login']) pages.set(path, await (await request.get(path)).text())
  const faults: string[] = []
  for (const [path, html] of pages) {
    const report = await validator.validateString(html)
    for (const { ruleId, message, selector } of report.results.flatMap(({ messages }) => messages)) {
      faults.push(`${path}: ${ruleId}: ${message} (${selector})`)
    }
  }
  expect(faults).toEqual([])
})

test('no page has a broken link, image, or anchor', async ({ request }) => {
  const pages = await servedPages(request)
  const targets = new Map<string, string>()
  for (const [page, html] of pages) {
    for (const [, target = ''] of html.matchAll(/(?:href|src)="([#/][^"]*)"/g)) {
      // An anchor is resolved against its own page.
      targets.set(target.startsWith('#') ? page + target : target, page)
    }
  }
  const broken: string[] = []
  for (const [target, page] of targets) {
    const [path = '', fragment] = target.split('#')
    const response = pages.has(path) ? undefined : await request.get(path)
    if (response?.ok() && fragment) pages.set(path, await response.text())
    const answers = response?.ok() ?? true
    const arrives = !fragment || pages.get(path)?.includes(`id="${fragment}"`)
    if (!answers || !arrives) broken.push(`${target} on ${page}`)
  }
  expect(broken).toEqual([])
})

/** Width and height from the header of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the icons of the page and the manifest exist in their declared sizes', async ({ request }) => {
  const home = await (await request.get('/')).text()
  const links = [...home.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g)]
  expect(links.map(([, href]) => href)).toEqual([
    '/favicon.ico',
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/site.webmanifest',
  ])
  expect((await request.get('/favicon.svg')).headers()['content-type']).toContain('image/svg+xml')
  // The embedded PNG begins after the header of the ICO file.
  expect(sizeOf((await (await request.get('/favicon.ico')).body()).subarray(22))).toBe('32x32')
  expect(sizeOf(await (await request.get('/apple-touch-icon.png')).body())).toBe('180x180')

  const answer = await request.get('/site.webmanifest')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    name: string
    theme_color: string
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(manifest.name).toBe(brand.companyName)
  expect(home).toContain(`<meta name="theme-color" content="${manifest.theme_color}"`)
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
