import { randomUUID } from 'node:crypto'
import { operationTable } from '@app/contract'
import { type Attack, attack } from './attack.ts'
import { countRows, exchange, filled, lead, paths, post, readable, sample, send } from './calls.ts'
import { signIn } from './target.ts'

/** Bodies that parsers disagree about, and bodies of the wrong shape. */
const strangeBodies: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['UTF-16', Buffer.from(JSON.stringify(lead), 'utf16le')],
  ['bytes that are not UTF-8', Buffer.from(JSON.stringify({ ...lead, firstName: 'J\u00F6rg' }), 'latin1')],
  ['nested 10,000 deep', '['.repeat(10_000)],
  ['100,000 members', JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`a${n}`, n])))],
  ['a prototype', `{"__proto__":{"isAdmin":true},${JSON.stringify(lead).slice(1)}`],
  ['a constructor', `{"constructor":{"prototype":{"isAdmin":true}},${JSON.stringify(lead).slice(1)}`],
  ['a byte order mark in the middle', `{\uFEFF${JSON.stringify(lead).slice(1)}`],
  ['a lone surrogate', JSON.stringify(lead).replace('"A"', String.raw`"\ud800"`)],
  ['a NUL', JSON.stringify(lead).replace('"A"', String.raw`"\u0000"`)],
  [
    'members that only the server sets',
    JSON.stringify({ ...lead, id: randomUUID(), status: 'synced', createdAt: '2020-01-01' }),
  ],
  ['an object instead of text', JSON.stringify({ ...lead, email: { $ne: null } })],
  ['an array instead of text', JSON.stringify({ ...lead, email: ['a@example.com'] })],
  ['a number instead of text', JSON.stringify({ ...lead, firstName: 1 })],
  ['only spaces', JSON.stringify({ ...lead, firstName: '   ' })],
  ['an address with a line break', JSON.stringify({ ...lead, email: 'a@example.com\r\nBcc: b@example.com' })],
  ['an empty body', ''],
]

export const socketAttacks: Attack[] = [
  attack('A02', 'forged, truncated and empty cookies on every staff operation', async (target, checks) => {
    const real = target.cookie
    const cookies = ['sid=', 'sid=x', `sid=${randomUUID()}`, real.slice(0, -8), `${real}x`, '__Host-sid=x']
    const secured = operationTable.filter(({ security }) => security.includes('staffSession'))
    checks.failUnless(secured.length > 10, 'the contract has hardly any staff operations')
    for (const { method, url } of secured)
      for (const cookie of cookies) {
        const answer = await fetch(target.plain + filled(url), { method, headers: { cookie } })
        await answer.body?.cancel()
        checks.failUnless(answer.status === 401, `${method} ${url} answered ${answer.status} to ${cookie.slice(0, 12)}`)
      }
  }),
  attack('A06', 'headers that override path, method or user', async (target, checks) => {
    for (const headers of [
      { 'x-original-url': '/api/admin/leads' },
      { 'x-rewrite-url': '/api/admin/leads' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-user': 'admin' },
      { 'x-forwarded-host': 'evil.example' },
    ]) {
      const answer = await fetch(`${target.plain}/api/pricing/products`, { headers })
      const body = await answer.text()
      checks.failUnless(
        answer.status === 200 && body.startsWith('['),
        `${JSON.stringify(headers)} changed the response`,
      )
    }
    const { head } = await exchange(
      target,
      'GET /api/logout HTTP/1.1',
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      'Connection: close',
      '',
      '',
    )
    checks.failUnless(!/location:.*evil/i.test(head), 'a redirect follows the Host header')
  }),
  attack('A16', 'predictable session IDs, in a sample of 2,000', async (target, checks) => {
    const ids: string[] = []
    for (let batch = 0; batch < 200; batch += 1)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, () => signIn(target.plain)))))
    checks.failUnless(new Set(ids).size === ids.length, 'a session id was issued twice')
    checks.failUnless(
      ids.every((id) => id.length >= 26),
      'a session id is shorter than 128 bits',
    )
    const starts = new Set(ids.map((id) => id.slice(id.indexOf('=') + 1, id.indexOf('=') + 5)))
    checks.failUnless(starts.size > 1_950, 'session ids share their first characters')
  }),
  attack('A18', 'cookies or stored sessions for anonymous visitors', async (target, checks) => {
    const before = await countRows(target, 'staff_session')
    for (const page of ['/', '/admin', '/healthz', '/api/auth/user', '/api/login', '/api/pricing/products']) {
      const answer = await fetch(target.plain + page)
      await answer.body?.cancel()
      checks.failUnless(answer.headers.getSetCookie().length === 0, `${page} sets a cookie`)
    }
    const stored = await post(target, JSON.stringify(lead))
    checks.failUnless(stored.status === 201 && stored.headers.getSetCookie().length === 0, 'a lead sets a cookie')
    checks.failUnless((await countRows(target, 'staff_session')) === before, 'a session was stored')
  }),
  attack('A20', 'API responses that may be stored, or whose type may be sniffed', async (target, checks) => {
    for (const { url } of readable) {
      for (const cookie of ['', target.cookie]) {
        const answer = await fetch(target.plain + filled(url), { headers: { cookie }, redirect: 'manual' })
        await answer.body?.cancel()
        const { headers } = answer
        if (url.startsWith('/api/'))
          checks.failUnless(headers.get('cache-control')?.includes('no-store') === true, `${url} may be stored`)
        checks.failUnless(headers.get('x-content-type-options') === 'nosniff', `${url} may be sniffed`)
      }
    }
  }),
  attack('C02', 'writes from another site', async (target, checks) => {
    const before = await countRows(target, 'lead')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${target.plain}.evil.example` },
    ]) {
      const answer = await post(target, JSON.stringify(lead), { ...headers, cookie: target.cookie })
      checks.failUnless(answer.status === 403, `${JSON.stringify(headers)} answered ${answer.status}`)
    }
    checks.failUnless((await countRows(target, 'lead')) === before, 'a lead was stored')
  }),
  attack('C03', 'content types that need no preflight', async (target, checks) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', '']) {
      const answer = await post(target, JSON.stringify(lead), { 'content-type': type })
      checks.failUnless(answer.status === 415, `${type || 'no type'} answered ${answer.status}`)
    }
  }),
  attack('C05', 'preflight requests from other origins', async (target, checks) => {
    for (const origin of ['https://evil.example', 'null', `${target.plain}.evil.example`, 'http://localhost']) {
      const answer = await fetch(`${target.plain}/api/leads`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      const allowed = answer.headers.get('access-control-allow-origin')
      checks.failUnless(
        allowed === null || (allowed !== '*' && allowed !== origin),
        `${origin} was allowed as ${allowed}`,
      )
    }
  }),
  attack('C09', 'responses without security headers', async (target, checks) => {
    for (const page of ['/', '/admin', '/nothing-here', '/api/nothing', '/assets/nothing.js', '/api/admin/leads']) {
      const { headers } = await fetch(target.plain + page, { redirect: 'manual' })
      checks.failUnless(headers.get('x-content-type-options') === 'nosniff', `${page} may be sniffed`)
      checks.failUnless(
        /frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? ''),
        `${page} may be framed`,
      )
      checks.failUnless(headers.get('referrer-policy') !== null, `${page} sends no referrer policy`)
    }
  }),
  attack('D02', 'image URLs with scripts, files or credentials', async (target, checks) => {
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://h/x',
      'blob:x',
      ' https://x.example',
      'https://u:p@h.example/x',
      '//h.example/x',
    ]) {
      const answer = await fetch(`${target.plain}/api/admin/sample-templates`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: target.cookie },
        body: JSON.stringify({ name: 'A', type: 'postcard', frontImageUrl: address, active: true }),
      })
      checks.failUnless(answer.status === 400, `${address} answered ${answer.status}`)
    }
  }),
  attack('D06', 'parameters outside their range or of another type', async (target, checks) => {
    for (const query of [
      'limit=-1',
      'limit=1e9',
      'limit=NaN',
      'limit=1&limit=2',
      'cursor=x%27',
      'sort=id;drop',
      'filter[__proto__]=1',
      'status[]=new',
      'from=2026-13-01',
      'q=',
      'constructor=1',
    ]) {
      const answer = await fetch(`${target.plain}/api/admin/leads?${query}`, { headers: { cookie: target.cookie } })
      checks.failUnless(answer.status === 400, `?${query} answered ${answer.status}`)
    }
  }),
  attack('D12', 'line breaks and color codes injected into the log', async (target, checks) => {
    for (const id of ['a\u001B[31m', 'a b', 'a'.repeat(65), '<script>'].map((one) => encodeURI(one)))
      checks.failUnless(
        (await fetch(`${target.plain}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id') !==
          id,
        'a malformed request id was accepted',
      )
    await post(target, JSON.stringify({ ...lead, firstName: 'line\n{"level":60}' }))
    const lines = target.log().split('\n').filter(Boolean)
    checks.failUnless(
      lines.every((line) => line.startsWith('{') && line.endsWith('}')),
      'a line of the log is not a JSON object',
    )
  }),
  attack('E16', 'unusual JSON', async (target, checks) => {
    const before = await countRows(target, 'lead')
    for (const [what, body] of strangeBodies) {
      const start = performance.now()
      const { status } = await post(target, body)
      checks.failUnless(status === 400, `${what} answered ${status}`)
      const took = performance.now() - start
      checks.failUnless(took < 500, `${what} took ${Math.round(took)} ms`)
    }
    checks.failUnless((await countRows(target, 'lead')) === before, 'a lead was stored')
  }),
  attack('E21', '3,000 headers, bare LF, NUL in a path', async (target, checks) => {
    const many = Array.from({ length: 3_000 }, (_, n) => `X-A${n}: a`)
    const ends = ['Connection: close', '', '']
    const wide = await exchange(target, 'GET /healthz HTTP/1.1', 'Host: a', ...many, ...ends)
    checks.failUnless(wide.status === 431, `many headers answered ${wide.status}`)
    const nul = await exchange(target, 'GET /api/leads\0 HTTP/1.1', 'Host: a', ...ends)
    checks.failUnless(nul.status === 400, `a NUL answered ${nul.status}`)
    const smuggled = await exchange(
      target,
      'GET /healthz HTTP/1.1',
      'Host: a',
      'X: a\nGET /api/logout HTTP/1.1',
      ...ends,
    )
    checks.failUnless(smuggled.status === 400, `a bare LF answered ${smuggled.status}`)
    checks.failUnless((await fetch(`${target.plain}/healthz`)).status === 200, 'the product no longer responds')
  }),
  attack('E24', 'an idempotency key that somebody else used', async (target, checks) => {
    const key = randomUUID()
    const mine = await post(target, JSON.stringify({ ...lead, email: 'mine@example.com' }), { 'idempotency-key': key })
    const theirs = await post(target, JSON.stringify({ ...lead, email: 'theirs@example.com' }), {
      'idempotency-key': key,
    })
    const words = await theirs.text()
    checks.failUnless(
      mine.status === 201 && theirs.status === 422,
      `the two calls answered ${mine.status} and ${theirs.status}`,
    )
    checks.failUnless(!words.includes('mine@'), 'the response reveals the other record')
    const elsewhere = await send(target, paths.samples, JSON.stringify(sample), { 'idempotency-key': key })
    checks.failUnless(elsewhere.status === 201, `on the other form it answered ${elsewhere.status}`)
  }),
]
