import { randomUUID } from 'node:crypto'
import { operationTable } from '@app/contract'
import { type Attack, attack } from './attack.ts'
import { countRows, exchange, filled, lead, paths, post, readable, sample, send } from './calls.ts'
import { signIn } from './target.ts'

/** Bodies that are JSON to some and something else to others. */
const strangeBodies: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['UTF-16', Buffer.from(JSON.stringify(lead), 'utf16le')],
  ['bytes that are no UTF-8', Buffer.from(JSON.stringify({ ...lead, firstName: 'J\u00F6rg' }), 'latin1')],
  ['nested 10,000 deep', '['.repeat(10_000)],
  ['100,000 members', JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`a${n}`, n])))],
  ['a prototype', `{"__proto__":{"isAdmin":true},${JSON.stringify(lead).slice(1)}`],
  ['a constructor', `{"constructor":{"prototype":{"isAdmin":true}},${JSON.stringify(lead).slice(1)}`],
  ['a byte order mark in the middle', `{\uFEFF${JSON.stringify(lead).slice(1)}`],
  ['a lone surrogate', JSON.stringify(lead).replace('"A"', String.raw`"\ud800"`)],
  ['a NUL', JSON.stringify(lead).replace('"A"', String.raw`"\u0000"`)],
  ['members of ours', JSON.stringify({ ...lead, id: randomUUID(), status: 'synced', createdAt: '2020-01-01' })],
  ['an object for a text', JSON.stringify({ ...lead, email: { $ne: null } })],
  ['a list for a text', JSON.stringify({ ...lead, email: ['a@example.com'] })],
  ['a number for a text', JSON.stringify({ ...lead, firstName: 1 })],
  ['only spaces', JSON.stringify({ ...lead, firstName: '   ' })],
  ['an address with a line break', JSON.stringify({ ...lead, email: 'a@example.com\r\nBcc: b@example.com' })],
  ['nothing', ''],
]

export const socketAttacks: Attack[] = [
  attack('A02', 'made-up, cut and empty cookies on every staff operation', async (target, claims) => {
    const real = target.cookie
    const cookies = ['sid=', 'sid=x', `sid=${randomUUID()}`, real.slice(0, -8), `${real}x`, '__Host-sid=x']
    const secured = operationTable.filter(({ security }) => security.length > 0)
    claims.holds('there are staff operations', secured.length > 10)
    for (const { method, url } of secured)
      for (const cookie of cookies) {
        const answer = await fetch(target.plain + filled(url), { method, headers: { cookie } })
        await answer.body?.cancel()
        claims.holds(`${method} ${url} answered ${answer.status} to ${cookie.slice(0, 12)}`, answer.status === 401)
      }
  }),
  attack('A06', 'headers that rewrite paths, methods and people', async (target, claims) => {
    for (const headers of [
      { 'x-original-url': '/api/admin/leads' },
      { 'x-rewrite-url': '/api/admin/leads' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-user': 'admin' },
      { 'x-forwarded-host': 'evil.example' },
    ]) {
      const answer = await fetch(`${target.plain}/api/pricing/products`, { headers })
      const body = await answer.text()
      claims.holds(`${JSON.stringify(headers)} was heard`, answer.status === 200 && body.startsWith('['))
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
    claims.holds('a redirect goes where Host says', !/location:.*evil/i.test(head))
  }),
  attack('A16', '2,000 session ids', async (target, claims) => {
    const ids: string[] = []
    for (let batch = 0; batch < 200; batch += 1)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, () => signIn(target.plain)))))
    claims.holds('an id came twice', new Set(ids).size === ids.length)
    claims.holds(
      'an id is shorter than 128 bits',
      ids.every((id) => id.length >= 26),
    )
    const starts = new Set(ids.map((id) => id.slice(id.indexOf('=') + 1, id.indexOf('=') + 5)))
    claims.holds('ids begin alike', starts.size > 1_950)
  }),
  attack('A18', 'strangers get no cookie and leave no session', async (target, claims) => {
    const before = await countRows(target, 'staff_session')
    for (const page of ['/', '/admin', '/healthz', '/api/auth/user', '/api/login', '/api/pricing/products']) {
      const answer = await fetch(target.plain + page)
      await answer.body?.cancel()
      claims.holds(`${page} sets a cookie`, answer.headers.getSetCookie().length === 0)
    }
    const stored = await post(target, JSON.stringify(lead))
    claims.holds('a lead sets a cookie', stored.status === 201 && stored.headers.getSetCookie().length === 0)
    claims.holds('a session was stored', (await countRows(target, 'staff_session')) === before)
  }),
  attack('A20', 'no answer of the API may be stored, and none is sniffed', async (target, claims) => {
    for (const { url } of readable) {
      for (const cookie of ['', target.cookie]) {
        const answer = await fetch(target.plain + filled(url), { headers: { cookie }, redirect: 'manual' })
        await answer.body?.cancel()
        const { headers } = answer
        if (url.startsWith('/api/') && url.startsWith('/api/admin'))
          claims.holds(`${url} may be stored`, headers.get('cache-control')?.includes('no-store') === true)
        claims.holds(`${url} may be sniffed`, headers.get('x-content-type-options') === 'nosniff')
      }
    }
  }),
  attack('C02', 'writes that another site sends', async (target, claims) => {
    const before = await countRows(target, 'lead')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${target.plain}.evil.example` },
    ]) {
      const answer = await post(target, JSON.stringify(lead), { ...headers, cookie: target.cookie })
      claims.holds(`${JSON.stringify(headers)} answered ${answer.status}`, answer.status === 403)
    }
    claims.holds('a lead was stored', (await countRows(target, 'lead')) === before)
  }),
  attack('C03', 'bodies that need no preflight', async (target, claims) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', '']) {
      const answer = await post(target, JSON.stringify(lead), { 'content-type': type })
      claims.holds(`${type || 'no type'} answered ${answer.status}`, answer.status === 415)
    }
  }),
  attack('C05', 'preflights from elsewhere', async (target, claims) => {
    for (const origin of ['https://evil.example', 'null', `${target.plain}.evil.example`, 'http://localhost']) {
      const answer = await fetch(`${target.plain}/api/leads`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      const allowed = answer.headers.get('access-control-allow-origin')
      claims.holds(`${origin} was allowed as ${allowed}`, allowed === null || (allowed !== '*' && allowed !== origin))
    }
  }),
  attack('C09', 'every kind of answer carries its headers', async (target, claims) => {
    for (const page of ['/', '/admin', '/nothing-here', '/api/nothing', '/assets/nothing.js', '/api/admin/leads']) {
      const { headers } = await fetch(target.plain + page, { redirect: 'manual' })
      claims.holds(`${page} may be sniffed`, headers.get('x-content-type-options') === 'nosniff')
      claims.holds(`${page} may be framed`, /frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? ''))
      claims.holds(`${page} tells referrers`, headers.get('referrer-policy') !== null)
    }
  }),
  attack('D02', 'images that are scripts, files or secrets', async (target, claims) => {
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
      claims.holds(`${address} answered ${answer.status}`, answer.status === 400)
    }
  }),
  attack('D06', 'parameters that mean something else', async (target, claims) => {
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
      claims.holds(`?${query} answered ${answer.status}`, answer.status === 400)
    }
  }),
  attack('D12', 'line breaks and colours on their way into the log', async (target, claims) => {
    for (const id of ['a\u001B[31m', 'a b', 'a'.repeat(65), '<script>'].map((one) => encodeURI(one)))
      claims.holds(
        'a request id was taken over',
        (await fetch(`${target.plain}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id') !==
          id,
      )
    await post(target, JSON.stringify({ ...lead, firstName: 'line\n{"level":60}' }))
    const lines = target.log().split('\n').filter(Boolean)
    claims.holds(
      'a line of the log is no event',
      lines.every((line) => line.startsWith('{') && line.endsWith('}')),
    )
  }),
  attack('E16', 'strange JSON', async (target, claims) => {
    const before = await countRows(target, 'lead')
    for (const [what, body] of strangeBodies) {
      const start = performance.now()
      const { status } = await post(target, body)
      claims.holds(`${what} answered ${status}`, status === 400 || status === 413)
      const took = performance.now() - start
      claims.holds(`${what} took ${Math.round(took)} ms`, took < 500)
    }
    claims.holds('a lead was stored', (await countRows(target, 'lead')) === before)
  }),
  attack('E21', '1,000 headers, LF alone, NUL in a path', async (target, claims) => {
    const many = Array.from({ length: 3_000 }, (_, n) => `X-A${n}: a`)
    const ends = ['Connection: close', '', '']
    const wide = await exchange(target, 'GET /healthz HTTP/1.1', 'Host: a', ...many, ...ends)
    claims.holds(`many headers answered ${wide.status}`, [200, 400, 431].includes(wide.status))
    const nul = await exchange(target, 'GET /api/leads\0 HTTP/1.1', 'Host: a', ...ends)
    claims.holds(`a NUL answered ${nul.status}`, nul.status === 400)
    const smuggled = await exchange(
      target,
      'GET /healthz HTTP/1.1',
      'Host: a',
      'X: a\nGET /api/logout HTTP/1.1',
      ...ends,
    )
    claims.holds(`LF alone answered ${smuggled.status}`, smuggled.status === 400)
    claims.holds('it lives', (await fetch(`${target.plain}/healthz`)).status === 200)
  }),
  attack('E24', 'a key that somebody else used', async (target, claims) => {
    const key = randomUUID()
    const mine = await post(target, JSON.stringify({ ...lead, email: 'mine@example.com' }), { 'idempotency-key': key })
    const theirs = await post(target, JSON.stringify({ ...lead, email: 'theirs@example.com' }), {
      'idempotency-key': key,
    })
    const words = await theirs.text()
    claims.holds(`answered ${mine.status} and ${theirs.status}`, mine.status === 201 && theirs.status === 422)
    claims.holds('the other call shows', !words.includes('mine@'))
    const elsewhere = await send(target, paths.samples, JSON.stringify(sample), { 'idempotency-key': key })
    claims.holds(`on the other form it answered ${elsewhere.status}`, elsewhere.status === 201)
  }),
]
