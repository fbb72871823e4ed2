import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { brand } from '@app/brand'
import { type JsonObject, originPlaceholder, printDocument } from '@app/api-reference'
import { document, operationTable } from '@app/contract'
import { startApp } from '../../test/harness.ts'

const { app, config } = await startApp()
/** The contract as this server publishes it. */
const published = { ...(document as JsonObject), servers: [{ url: config.apiOrigin }] }

describe('getOpenApiDocument', () => {
  test('200 with every path, method, schema and status of the contract, and nothing else', async () => {
    const answer = await app.inject('/api/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual(published)
  })
})

describe('getPrintOpenApiDocument', () => {
  test('200 with the print API alone', async () => {
    const answer = await app.inject('/v1/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(printDocument(published))
    expect(Object.keys(answer.json().paths)).toContain('/v1/openapi.json')
  })
})

describe('the reference at /api/docs', () => {
  const withoutNonce = (page: string) => page.replace(/csp-nonce" content="[^"]+"/, '')
  /** URLs that the page loads. Excludes the text of the reference, whose links are not loaded. */
  const addressesIn = (page: string) =>
    [...page.replace(/<main.*<\/main>/s, '').matchAll(/(?:src|href|data-\w+)="([^"]*)"/g)].map(
      ([, address = '']) => address,
    )

  test.each(['/api/docs', '/api/docs/full'])(
    '%s loads only files from this server, all of which exist',
    async (url) => {
      const page = await app.inject(url)
      expect(page.body).toMatch(new RegExp(`${brand.productName}( print)? API reference`))
      const isIndexed = url === '/api/docs'
      const pages = ['/', '/print/sandbox', '/print/docs'].map((path) => config.siteOrigin + path)
      expect(addressesIn(page.body).filter((address) => !address.startsWith('/'))).toEqual([
        ...(isIndexed ? [`${config.apiOrigin}/api/docs`] : []),
        ...pages,
      ])
      const own = addressesIn(page.body).filter((address) => address.startsWith('/api/'))
      expect(own.length).toBeGreaterThan(4)
      for (const address of own)
        expect({ address, ...(await app.inject(address)) }).toMatchObject({ address, statusCode: 200 })
      expect(page.headers['x-robots-tag']).toBe(isIndexed ? undefined : 'noindex')
      expect(withoutNonce((await app.inject(`${url}/`)).body)).toBe(withoutNonce(page.body))
    },
  )

  test('allows only scripts of this server, and style elements with the nonce of this response', async () => {
    const policies = await Promise.all([app.inject('/api/docs'), app.inject('/api/docs')])
    const [first, second] = policies.map(({ headers }) => String(headers['content-security-policy']))
    expect(first).toMatch(/script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}'; style-src-attr 'unsafe-inline'; /)
    expect(first).not.toBe(second)
    expect(policies[0]?.headers['cache-control']).toBe('no-store')
  })

  test('lets browsers cache its files permanently, and compresses them', async () => {
    const page = await app.inject('/api/docs')
    const renderer = /data-renderer="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const answer = await app.inject({ url: renderer, headers: { 'accept-encoding': 'br' } })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    })
    expect(answer.rawPayload.length).toBeLessThan(1_400_000)
  })

  const printOperations = operationTable.filter(({ url }) => url.startsWith('/v1/'))

  test.each([
    ['the print API', '/api/docs', printOperations.length],
    ['the whole API', '/api/docs/full', operationTable.length],
  ])('shows every operation of %s with samples in three languages', async (_what, page, count) => {
    const answer = await app.inject(`${page}/reference.json`)
    expect(answer.statusCode).toBe(200)
    const { paths } = answer.json<{ paths: Record<string, Record<string, object>> }>()
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    expect(operations).toHaveLength(count)
    for (const operation of operations) {
      expect(operation).toMatchObject({
        'x-codeSamples': ['cURL', 'Node.js', 'TypeScript'].map((label) => ({
          label,
          source: expect.stringContaining(originPlaceholder),
        })),
      })
    }
  })

  test('serves the reference as text, with the URLs of this server', async () => {
    for (const url of ['/api/docs', '/api/docs/reference.md']) {
      const { body, statusCode } = await app.inject(url)
      expect(statusCode).toBe(200)
      expect(body).toContain('Create a letter')
      expect(body).toContain('idempotency_key_reused')
      expect(body).toContain(`${config.apiOrigin}/v1/letters`)
      expect(body).not.toContain(originPlaceholder)
    }
    const plain = await app.inject('/api/docs')
    const compressed = await app.inject({ url: '/api/docs', headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    for (const [accepted, encoding] of [
      ['gzip;q=0.5, br;q=0.9', 'br'],
      ['br;q=0', undefined],
      ['gzip, br;q=0.000', undefined],
      ['x-br', undefined],
    ] as const) {
      const { headers } = await app.inject({ url: '/api/docs', headers: { 'accept-encoding': accepted } })
      expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding])
    }
    expect(withoutNonce(brotliDecompressSync(compressed.rawPayload).toString())).toBe(withoutNonce(plain.body))
  })

  test('is the same when compressed', async () => {
    const answer = await app.inject({ url: '/api/docs/reference.json', headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.headers['content-encoding']).toBe('br')
    const plain = await app.inject('/api/docs/reference.json')
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(plain.json())
  })
})
