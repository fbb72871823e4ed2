import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

/**
 * Serves the metrics on a separate port, which must not be public, and `/healthz` for a process without another server.
 * Returns the function that stops it.
 */
export async function serveMetrics(
  registry: Registry,
  { port, host }: { port: number; host: string },
  isAlive: () => boolean = () => true,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(isAlive() ? 200 : 503).end()
      return
    }
    const metrics = request.url === '/metrics' ? registry.metrics() : Promise.resolve(undefined)
    metrics.then(
      (text) => response.writeHead(text === undefined ? 404 : 200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}
