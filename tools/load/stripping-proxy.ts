import { once } from 'node:events'
import { type IncomingMessage, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Proxy {
  origin: string
  close: () => void
}

/** Forwards requests to a local server and applies `change` to its HTML. */
export async function startProxy(targetPort: number, change: (html: string) => string): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const call = request({ host: '127.0.0.1', port: targetPort, method, path: url, headers }, (answer) => {
      void forward(answer)
    })
    async function forward(answer: IncomingMessage): Promise<void> {
      const status = answer.statusCode ?? 502
      if (!answer.headers['content-type']?.startsWith('text/html')) {
        outgoing.writeHead(status, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const html = change(decode(await buffer(answer), answer.headers['content-encoding']))
      const body = brotliCompressSync(html)
      const { etag: _etag, ...kept } = answer.headers
      outgoing.writeHead(status, { ...kept, 'content-encoding': 'br', 'content-length': body.length })
      outgoing.end(body)
    }
    call.once('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://localhost:${port}`, close }
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  if (encoding === 'gzip') return gunzipSync(body).toString()
  return body.toString()
}

/** The page with all its scripts, which find nothing to hydrate. */
export const withoutHydration = (html: string): string => html.replace('<div id="root">', '<div id="unhydrated">')

/** The page without any script. */
export const withoutScripts = (html: string): string =>
  html
    .replaceAll(/<script\b[^>]*\bsrc=[^>]*>\s*<\/script>/gi, '')
    .replaceAll(/<script>.*?<\/script>/gs, '')
    .replaceAll(/<link\b[^>]*\brel="?modulepreload\b[^>]*>/gi, '')
