import type { FastifyInstance } from 'fastify'

/** One structured line for each request. The path without its query, which may hold a name that somebody searched for. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      event: 'request',
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
}
