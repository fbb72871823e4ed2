import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'front-ends-'))
afterAll(() => rmSync(folder, { recursive: true }))

const files: Record<string, string> = {
  'site/index.html': 'home',
  'site/404.html': 'Oops! Page Not Found',
  'site/print.html': 'print',
  'site/print/faq.html': 'faq',
  'site/USPSInformedDelivery.html': 'informed',
  'site/robots.txt': 'User-agent: *',
  'site/assets/app-1a2b.js': 'script',
  'admin/index.html': 'admin app',
  'admin/assets/app-3c4d.js': 'admin script',
}
for (const [name, text] of Object.entries(files)) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  writeFileSync(`${file}.br`, brotliCompressSync(text))
}

const { app } = await startApp({ SITE_DIR: path.join(folder, 'site'), ADMIN_DIR: path.join(folder, 'admin') })

describe('the site', () => {
  test.each([
    ['/', 'home'],
    ['/print', 'print'],
    ['/print/faq', 'faq'],
    ['/USPSInformedDelivery', 'informed'],
  ])('%s is a page that browsers revalidate each time', async (url, text) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(text)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
    expect(answer.headers.etag).toBeDefined()
  })

  test.each([
    ['/uspsinformeddelivery', '/USPSInformedDelivery'],
    ['/print/', '/print'],
    ['/PRINT/FAQ?x=why?&y=1', '/print/faq?x=why?&y=1'],
    ['/index.html', '/'],
    ['/print.html', '/print'],
    ['/Admin', '/admin'],
    ['/ADMIN/leads?stage=won', '/admin/leads?stage=won'],
  ])('%s redirects permanently to %s', async (url, target) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(301)
    expect(answer.headers.location).toBe(target)
  })

  test.each(['/nope', '/Administrator', '/print/nope', '/print/faq/x', '/..%2f..%2fpackage.json', '/assets/none.js'])(
    '%s is a 404 with the not-found page',
    async (url) => {
      const answer = await app.inject(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe('Oops! Page Not Found')
    },
  )

  test('a POST to a page URL gets a 404 problem document', async () => {
    const answer = await app.inject({ method: 'POST', url: '/nope', payload: {} })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  })

  test('files with a hash in their name are cached for a year, and compressed if the browser supports it', async () => {
    const answer = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(answer.headers['content-encoding']).toBe('br')
    expect((await app.inject('/assets/app-1a2b.js')).body).toBe('script')
  })
})

describe('the admin app', () => {
  test.each([
    '/admin/none.js',
    '/admin/.env',
    '/admin/.git/config',
    '/admin/%2Egit/config',
    '/admin/.%67it/config',
    '/admin/samples/none.css?x=1',
    '/admin/config.json',
    '/admin/a.b/none.map',
  ])('404 for %s, which is not a URL of the app', { tags: ['E26'] }, async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('admin app')
  })

  test('200 for a URL whose query has a dot', async () => {
    expect((await app.inject('/admin/samples?search=a.b')).statusCode).toBe(200)
  })

  test.each(['/admin', '/admin/samples', '/admin/anything/else'])(
    '%s serves the single document, with noindex',
    async (url) => {
      const answer = await app.inject(url)
      expect(answer.body).toBe('admin app')
      expect(answer.headers['x-robots-tag']).toBe('noindex')
    },
  )

  test('its files are served from its own folder', async () => {
    expect((await app.inject('/admin/assets/app-3c4d.js')).body).toBe('admin script')
  })
})

test('every response carries the security headers', { tags: ['C06', 'C09', 'C10', 'C11', 'C15'] }, async () => {
  for (const url of [
    '/',
    '/nope',
    '/admin',
    '/api/leads',
    '/api/nope',
    '/api/login',
    '/healthz',
    '/assets/app-1a2b.js',
  ]) {
    const { headers } = await app.inject(url)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toBe('camera=(), microphone=(), geolocation=(), payment=()')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  }
})
