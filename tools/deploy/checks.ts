import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Addresses } from './hosts.ts'
import type { Answer, Ask, Call } from './tls-request.ts'

export interface Check {
  name: string
  /** Resolves with what is wrong, or with undefined when the check passed. */
  run: () => Promise<string | undefined>
}

interface Expected {
  status: number
  /** Each header's whole value or a pattern; undefined for a header that must be absent. */
  headers?: Record<string, string | RegExp | undefined>
  body?: RegExp
}

function faultOf({ status, headers, body }: Answer, expected: Expected): string | undefined {
  if (status !== expected.status) return `status ${status} instead of ${expected.status}`
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const value = headers[name]?.toString()
    const fits = wanted instanceof RegExp ? wanted.test(value ?? '') : value === wanted
    if (!fits) return `${name}: ${value} instead of ${wanted}`
  }
  return expected.body && !expected.body.test(body) ? `the body lacks ${expected.body}` : undefined
}

const onEveryAnswer = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': /camera=\(\)/,
  'content-security-policy': /frame-ancestors 'none'/,
}
const page = { ...onEveryAnswer, 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' }
const keptForAYear = { ...onEveryAnswer, 'cache-control': 'public, max-age=31536000, immutable' }
const lead = { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', leadSource: 'Product Website' }

/** What clients receive from the three hosts: status, headers, compression, caching, redirects and refusals. */
export function wireChecks(ask: Ask, addresses: Addresses, folders: { site: string; admin: string }): Check[] {
  const { site, adminOrigin, api } = addresses
  const script = (folder: string) =>
    readdirSync(path.join(folder, 'assets')).find((file) => file.endsWith('.js')) ?? 'none'
  const siteScript = `${site}/assets/${script(folders.site)}`
  const adminScript = `${adminOrigin}/admin/assets/${script(folders.admin)}`
  const brotli = { headers: { 'accept-encoding': 'gzip, br' } }
  const postLead = (headers: Record<string, string>): Call => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...lead, source: 'Main Website' }),
  })
  const check = (name: string, url: string, expected: Expected, call?: Call): Check => ({
    name,
    run: async () => faultOf(await ask(url, call), expected),
  })
  const moved = (from: string, to: string) =>
    check(`${from} moves to ${to}`, site + from, { status: 301, headers: { location: to } })

  return [
    check('a page', `${site}/print`, { status: 200, headers: page, body: /<h1/ }),
    check('a page talks to the API and to nothing else', site, {
      status: 200,
      headers: { 'content-security-policy': new RegExp(`connect-src 'self' ${api};`) },
    }),
    check(
      'a page compressed with brotli',
      site,
      { status: 200, headers: { 'content-encoding': 'br', vary: 'Accept-Encoding' } },
      brotli,
    ),
    check(
      'a page compressed with gzip',
      site,
      { status: 200, headers: { 'content-encoding': 'gzip' } },
      { headers: { 'accept-encoding': 'gzip' } },
    ),
    check('a page for those who take no compression', site, {
      status: 200,
      headers: { 'content-encoding': undefined },
    }),
    {
      name: 'a page that did not change is not sent again, and keeps its policy',
      run: async () => {
        const { headers } = await ask(site)
        return faultOf(await ask(site, { headers: { 'if-none-match': String(headers.etag) } }), {
          status: 304,
          headers: {
            'content-security-policy': headers['content-security-policy']?.toString(),
            'cache-control': 'no-cache',
          },
        })
      },
    },
    check('an unknown address is a 404 with the page for it', `${site}/nope`, {
      status: 404,
      headers: page,
      body: /Page Not Found/,
    }),
    check('an unknown asset is a 404 that nobody keeps', `${site}/assets/none.js`, { status: 404, headers: page }),
    check('the page for unknown addresses has no address of its own', `${site}/404.html`, { status: 404 }),
    check('nothing outside its folder', `${site}/..%2f..%2fetc/passwd`, { status: 400 }),
    check(
      'a script of the site',
      siteScript,
      { status: 200, headers: { ...keptForAYear, 'content-encoding': 'br' } },
      brotli,
    ),
    moved('/print/', '/print'),
    moved('/PRINT/FAQ?x=1', '/print/faq?x=1'),
    moved('/uspsinformeddelivery', '/USPSInformedDelivery'),
    moved('/index.html', '/'),
    check('the admin app on its own host', `${site}/admin/samples?a=1`, {
      status: 302,
      headers: { location: `${adminOrigin}/admin/samples?a=1` },
    }),
    check('the documents of the API', `${site}/api/docs`, { status: 302, headers: { location: `${api}/api/docs` } }),

    check('an address of the admin app', `${adminOrigin}/admin/samples`, {
      status: 200,
      headers: { ...page, 'x-robots-tag': 'noindex' },
    }),
    check(
      'a script of the admin app',
      adminScript,
      { status: 200, headers: { ...keptForAYear, 'content-encoding': 'br' } },
      brotli,
    ),
    check('an unknown asset of the admin app', `${adminOrigin}/admin/assets/none.js`, {
      status: 404,
      headers: { 'cache-control': 'no-cache' },
    }),
    check('an unknown file of the admin app', `${adminOrigin}/admin/none.js`, { status: 404 }),
    check('the bare admin host', adminOrigin, { status: 302, headers: { location: '/admin' } }),

    check('the API: a public list', `${api}/api/pricing/products`, {
      status: 200,
      headers: { ...onEveryAnswer, 'cache-control': 'no-store' },
    }),
    check('the API: an unknown address', `${api}/api/nope`, {
      status: 404,
      headers: { ...onEveryAnswer, 'content-type': /problem\+json/ },
    }),
    check('the API: a stranger', `${api}/api/admin/leads`, { status: 401 }),
    check('the API: probes are for inside', `${api}/readyz`, { status: 404 }),
    check(
      'the API: a page of our site may read the answer',
      `${api}/api/leads`,
      {
        status: 201,
        headers: { 'access-control-allow-origin': site, 'access-control-allow-credentials': 'true' },
      },
      postLead({ origin: site, 'sec-fetch-site': 'same-site' }),
    ),
    check(
      'the API: no other page may',
      `${api}/api/leads`,
      {
        status: 403,
        headers: { 'access-control-allow-origin': undefined },
      },
      postLead({ origin: 'https://evil.example' }),
    ),
    check(
      'the API: a write as staff from another origin is refused',
      `${api}/api/admin/pricing/products`,
      { status: 403 },
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        body: '{}',
      },
    ),
    check(
      'the API: a body over 64 KiB',
      `${api}/api/leads`,
      { status: 413 },
      { ...postLead({}), body: 'x'.repeat(70_000) },
    ),
  ]
}
