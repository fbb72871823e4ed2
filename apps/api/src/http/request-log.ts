import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Anyone with the id of a proof can read it, so its path goes without the id. */
const pathOf = ({ url, routeOptions }: FastifyRequest): string | undefined =>
  url.startsWith('/v1/') ? (routeOptions.url ?? '/v1') : url.split('?')[0]

/** Logs one structured line for each request. The path goes without its query, which may contain a name from a search. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      event: 'request',
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
}
