import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pageMap } from 'tools/deploy'
import { afterAll, describe, expect, test } from 'vitest'
import { operationTable } from '@app/contract'
import { startApp } from './harness.ts'

// The site and the admin app are served by nginx in deploy/proxy, or by the API itself. Browsers must not see a difference.
const proxy = path.join(import.meta.dirname, '../../../deploy/proxy')
const read = (name: string) => readFileSync(path.join(proxy, name), 'utf8')

const folder = mkdtempSync(path.join(tmpdir(), 'proxy-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pages = ['index', '404', 'print', 'print/faq', 'USPSInformedDelivery']
for (const file of [...pages.map((page) => `site/${page}.html`), 'site/robots.txt', 'admin/index.html']) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), file)
}
for (const file of ['site/assets/app.js', 'admin/assets/app.js']) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), file)
}
const site = path.join(folder, 'site')
const script = 'note()\nthe("visit")'
const withScripts = `<script type="application/ld+json">{}</script><script>${script}</script><script src="/a.js"></script>`
writeFileSync(path.join(site, 'with-scripts.html'), withScripts)
// As behind nginx, where every request uses TLS.
const { app } = await startApp({
  SITE_DIR: site,
  ADMIN_DIR: path.join(folder, 'admin'),
  SITE_URL: 'https://www.example.com',
  ADMIN_URL: 'https://staff.example.com/admin',
})

/** The entries of nginx's map to a variable. */
function mapTo(variable: string, text: string): [RegExp | 'default', string][] {
  const block = text.match(new RegExp(String.raw`map [^{]* \$${variable} \{\n([\s\S]*?)\n\}`))?.[1] ?? ''
  const lines = [...block.matchAll(/^\s*(?:"([^"]*)"|(\S+)) (?:"([^"]*)"|(\S+));$/gm)]
  return lines.map(([, quoted, plain, quotedValue, plainValue]) => {
    const source = quoted ?? plain ?? ''
    const key =
      source === 'default' ? source : new RegExp(source.replace(/^~\*?/, ''), source.startsWith('~*') ? 'i' : '')
    return [key, quotedValue ?? plainValue ?? '']
  })
}

/** The result of nginx's map: the value of the first matching pattern, or the default. */
const lookUp = (map: [RegExp | 'default', string][], text: string) =>
  (map.find(([key]) => key !== 'default' && key.test(text)) ?? map.find(([key]) => key === 'default'))?.[1]

describe.each([
  ['site.conf', '/', '/assets/app.js'],
  ['admin.conf', '/admin', '/admin/assets/app.js'],
])('%s', (file, page, asset) => {
  const [[, scripts] = []] = mapTo('script_sources', pageMap(site))
  const policies = mapTo('policy', read(file).replaceAll('$script_sources', String(scripts)))

  test("gives a page the API's own policy, opened to the API's origin", async () => {
    const own = String((await app.inject(page)).headers['content-security-policy'])
    const opened = own.replace("connect-src 'self'", `connect-src 'self' \${API_URL}`)
    expect(lookUp(policies, '/index.html')).toBe(opened)
  })

  test('names a reporting endpoint for pages, and for nothing else', async () => {
    const own = String((await app.inject(page)).headers['reporting-endpoints'])
    const reports = read(file).match(/\$reports \{\n[\s\S]*?\n\}/)?.[0]
    expect(reports).toContain(`~\\.html$ '${own.replace('"/api', '"${API_URL}/api')}';`)
    expect(reports).toContain('default "";')
    expect((await app.inject(asset)).headers['reporting-endpoints']).toBeUndefined()
  })

  test('gives everything else the policy of responses that are not pages', async () => {
    expect(lookUp(policies, '/assets/app.js')).toBe((await app.inject(asset)).headers['content-security-policy'])
  })

  test.each([
    ['200', '/index.html', page],
    ['200', '/assets/app.js', asset],
  ])('%s %s is cached for the same time', async (status, uri, url) => {
    const own = String((await app.inject(url)).headers['cache-control'])
    expect(lookUp(mapTo('cache', read(file)), `${status} ${uri}`)).toBe(own)
  })

  test('never caches a 404', () => {
    expect(lookUp(mapTo('cache', read(file)), '404 /assets/none.js')).toBe('no-cache')
  })
})

test('every response of nginx has the security headers of the API', async () => {
  const { headers } = await app.inject('/')
  const lines = [...read('headers.conf').matchAll(/^add_header (\S+) (?:"([^"]*)"|(\S+)) always;$/gm)]
  const stated = lines.map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ''] as const)
  const fixed = stated.filter(([, value]) => !value.startsWith('$'))
  expect(Object.fromEntries(fixed)).toEqual(Object.fromEntries(fixed.map(([name]) => [name, headers[name]])))
  expect(stated.map(([name]) => name).sort()).toEqual([
    'cache-control',
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'permissions-policy',
    'referrer-policy',
    'reporting-endpoints',
    'x-content-type-options',
    'x-frame-options',
  ])
})

test('every host forwards the print API, and accepts its largest body', () => {
  const servers = read('front.conf')
    .split(/^server \{$/m)
    .filter((server) => server.includes('ssl http2;\n  server_name'))
  expect(servers).toHaveLength(3)
  for (const server of servers) expect(server).toContain('include ${TEMPLATES}/print-api.conf;')
  expect(maxBytes(read('print-api.conf'))).toBeGreaterThan(largestBody(/^\/v1\//))
})

const maxBytes = (file: string) => Number(/client_max_body_size (\d+)m;/.exec(file)?.[1]) * 1024 * 1024
const largestBody = (path: RegExp) =>
  Math.max(...operationTable.filter(({ url }) => path.test(url)).map(({ bodyLimit }) => bodyLimit))

test('the host of the API accepts the largest body of each operation, and does not buffer staff uploads', () => {
  const [, ofStaff = ''] = read('front.conf').split('location /api/admin/ {')
  expect(ofStaff).toMatch(/^\s+client_max_body_size 13m;\s+proxy_request_buffering off;/)
  expect(maxBytes(ofStaff)).toBeGreaterThan(largestBody(/^\/api\/admin\//))
  expect(read('nginx.conf')).toContain('client_max_body_size 64k;')
  expect(largestBody(/^\/(?!v1\/|api\/admin\/)/)).toBeLessThanOrEqual(64 * 1024)
})

test('over TLS responses have the same HSTS header as the API’s', async () => {
  const { app: behind } = await startApp({ SITE_URL: 'https://www.example.com', TRUST_PROXY: '127.0.0.1' })
  const { headers } = await behind.inject({ url: '/healthz', headers: { 'x-forwarded-proto': 'https' } })
  const stated = [...read('front.conf').matchAll(/add_header Strict-Transport-Security "([^"]*)" always;/g)]
  expect(stated).toHaveLength(3)
  for (const [, value] of stated) expect(value).toBe(headers['strict-transport-security'])
})

describe('one canonical URL for each page', () => {
  // Any other URL is a file.
  const map = mapTo('page', pageMap(site)).filter(([key]) => key !== 'default')

  test.each([
    '/',
    '/print',
    '/print/faq',
    '/USPSInformedDelivery',
    '/uspsinformeddelivery',
    '/print/',
    '/PRINT/FAQ',
    '/index.html',
    '/index',
    '/print.html',
    '/print/index.html',
    '/print/faq//',
    '/nope',
    '/print/nope',
    '/printing',
    '/print-html',
    '/404',
  ])('%s redirects as the API does', async (url) => {
    const { statusCode, headers, body } = await app.inject(url)
    const found = lookUp(map, url)
    const target = found?.match(/^moved:(.*)/)?.[1]
    expect(headers.location).toBe(target)
    expect(statusCode).toBe(target ? 301 : found ? 200 : 404)
    expect(body).toBe(target ? '' : `site${found ?? '/404.html'}`)
  })
})

test.each([
  ['/admin/.git/config', true],
  ['/admin/leads/.env/x', true],
  ['/admin/none.js', true],
  ['/admin/leads', false],
])('%s is a file for nginx: %s', (url, isFile) => {
  const patterns = [...read('admin.conf').matchAll(/location ~ (\S+) \{/g)].map(
    ([, pattern = '']) => new RegExp(pattern),
  )
  expect(patterns).toHaveLength(2)
  expect(patterns[1]?.test(url)).toBe(isFile)
})
