import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { exchange } from './exchange.ts'
import { leadInput, startApp, testEnv } from './harness.ts'
import { logLines } from './log-lines.ts'

const { app, countRows, orm, config } = await startApp()
let port = 0
beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})

const lead = JSON.stringify(leadInput())

describe('malformed requests', () => {
  const requests: [what: string, status: number, lines: string[], ...tags: string[]][] = [
    ['no HTTP at all', 400, ['hello', '', '']],
    [
      'a length and chunks',
      400,
      ['POST /api/leads HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', ''],
      'E19',
    ],
    ['two hosts', 400, ['GET /healthz HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close', '', ''], 'E19', 'E20'],
    ['no host', 400, ['GET /healthz HTTP/1.1', 'Connection: close', '', '']],
    ['an expectation of nothing', 404, ['GET /api/none HTTP/1.1', 'Host: a', 'Expect: x', 'Connection: close', '', '']],
    ['headers of 32 kB', 431, ['GET /healthz HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(32_768)}`, '', ''], 'E19'],
    [
      'an address that is not well formed',
      400,
      ['GET /api/%E0%A4%A HTTP/1.1', 'Host: a', 'Connection: close', '', ''],
      'E22',
    ],
    [
      '3,000 headers',
      431,
      ['GET /healthz HTTP/1.1', 'Host: a', ...Array.from({ length: 3_000 }, (_, n) => `X-A${n}: a`), '', ''],
      'E21',
    ],
    ['a NUL in an address', 400, ['GET /api/leads\0 HTTP/1.1', 'Host: a', 'Connection: close', '', ''], 'E21'],
    [
      'a bare line feed that begins a second request',
      400,
      ['GET /healthz HTTP/1.1', 'Host: a', 'X: a\nGET /api/logout HTTP/1.1', 'Connection: close', '', ''],
      'E21',
    ],
    ['an unknown method', 405, ['PROPFIND /api/leads HTTP/1.1', 'Host: a', 'Connection: close', '', '']],
  ]
  for (const [what, status, lines, ...tags] of requests)
    test(`${status} for ${what}`, { tags }, async () => {
      const answer = await exchange(port, ...lines)
      expect(answer.status).toBe(status)
      expect(answer.head.toLowerCase()).toContain('content-type: application/problem+json')
      expect(JSON.parse(answer.body)).toMatchObject({ status, code: expect.any(String), requestId: expect.any(String) })
    })

  test('413 for chunks beyond the limit, while more are still to come', { tags: ['E17', 'R28'] }, async () => {
    const chunk = 'a'.repeat(65_536)
    const chunks = Array.from({ length: 2 }, () => `${chunk.length.toString(16)}\r\n${chunk}`)
    const head = [
      'POST /api/leads HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
    ]
    // The chunk that would end the body is never sent: the server must not wait for it.
    const answer = await exchange(port, ...head, ...chunks, '')
    expect(answer.status).toBe(413)
    expect(await countRows('lead')).toBe(0)
  })

  test.each([
    ['UTF-16', 'utf16le'],
    ['Latin 1', 'latin1'],
  ] as const)('400 for a body in %s', async (_what, encoding) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/leads',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from(JSON.stringify(leadInput({ firstName: 'J\u00F6rg' })), encoding),
    })
    expect(answer.statusCode).toBe(400)
    expect(await countRows('lead')).toBe(0)
  })

  test('1,000 idle connections do not block other requests', { tags: ['R29'] }, async () => {
    const idle = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'))
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    expect((await fetch(`http://127.0.0.1:${port}/api/pricing/products`)).status).toBe(200)
    for (const socket of idle) socket.destroy()
  })

  test('a client that disconnects is not logged as a server error', { tags: ['R26'] }, async () => {
    const logging = await buildApp(readConfig({ ...testEnv(config.databaseUrl), LOG_LEVEL: 'info' }), orm)
    const lines = logLines(logging)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    // The client is gone, so the response is discarded.
    logging.addHook('onSend', async () => answer())
    const address = new URL(await logging.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(address.port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"first',
    )
    await once(logging.server, 'request')
    socket.destroy()
    await answered
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
    await logging.close()
  })

  test('415 for a compressed body, which could decompress to any size', { tags: ['E18'] }, async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/leads',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(lead),
    })
    expect(answer.statusCode).toBe(415)
    expect(await countRows('lead')).toBe(0)
  })
})

test.each(['/api/admin/leads', '/%61pi/admin/leads', 'http://a.example/api/admin/leads'])(
  'the response to %s is never cached',
  async (address) => {
    const answer = await exchange(port, `GET ${address} HTTP/1.1`, 'Host: a', 'Connection: close', '', '')
    expect(answer.status).toBe(401)
    expect(answer.head.toLowerCase()).toContain('cache-control: no-store')
  },
)

test.each([
  { 'x-original-url': '/api/admin/leads' },
  { 'x-rewrite-url': '/api/admin/leads' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-user': 'admin' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
])('%j changes no path, method, user, or redirect', { tags: ['A06'] }, async (headers) => {
  const products = await app.inject({ url: '/api/pricing/products', headers })
  expect([products.statusCode, products.json()]).toEqual([200, []])
  const signOut = await app.inject({ url: '/api/logout', headers })
  expect(String(signOut.headers.location)).not.toContain('evil')
})

test.each(['a\u001B[31m', 'a b', 'a'.repeat(65), '<script>'])(
  'the request id %j is replaced, so none reaches the log',
  { tags: ['D12'] },
  async (id) => {
    const { headers } = await app.inject({ url: '/healthz', headers: { 'x-request-id': id } })
    expect(headers['x-request-id']).not.toBe(id)
  },
)

describe('other origins', () => {
  const preflight = (origin: string, method: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/admin/leads',
      headers: { origin, 'access-control-request-method': method },
    })

  test('a front end may send the headers that the contract declares', async () => {
    const { headers } = await preflight('http://localhost:3000', 'PUT')
    expect(headers['access-control-allow-origin']).toBe('http://localhost:3000')
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(headers['access-control-allow-methods']).toContain('PUT')
  })

  test.each(['https://evil.example', 'null', 'http://localhost:3000.evil.example'])(
    '%s gets no permission',
    { tags: ['C05'] },
    async (origin) => {
      expect((await preflight(origin, 'POST')).headers['access-control-allow-origin']).toBeUndefined()
    },
  )
})
