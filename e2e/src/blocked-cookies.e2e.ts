import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

/** The product as a browser meets it that takes no cookies: none of them gets through. */
async function withoutCookies(origin: string): Promise<{ origin: string; server: Server }> {
  const server = createServer((incoming, answer) => {
    const { cookie: _none, ...headers } = incoming.headers
    const own = { ...headers, host: new URL(origin).host, ...(headers.origin && { origin }) }
    const outgoing = request(origin + incoming.url, { method: incoming.method, headers: own }, (answered) => {
      const { 'set-cookie': _kept, ...kept } = answered.headers
      answer.writeHead(answered.statusCode ?? 502, kept)
      answered.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The type of a server that listens on a port.
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, server }
}

test(
  'a browser without cookies gets an explanation instead of a redirect loop',
  { tag: '@A24' },
  async ({ page, baseURL }) => {
    const { origin, server } = await withoutCookies(baseURL ?? '')
    const loaded: string[] = []
    page.on(
      'request',
      (asked) => asked.isNavigationRequest() && loaded.push(`${asked.method()} ${new URL(asked.url()).pathname}`),
    )
    await page.goto(`${origin}/admin`)
    await signIn(page, staff)
    await expect(page.getByRole('heading', { name: 'This browser isn’t staying signed in' })).toBeVisible()
    expect(loaded).toEqual(['GET /admin', 'GET /api/login', 'POST /api/login', 'GET /admin'])
    server.closeAllConnections()
    server.close()
  },
)
