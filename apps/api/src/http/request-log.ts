import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from './route-of.ts'
import { activeTracing } from '../tracing/tracing.ts'

/** The id of a proof grants access to it, so the logged path omits the id. */
const pathOf = (request: FastifyRequest): string | undefined =>
  routeOf(request).startsWith('/v1/') ? (request.routeOptions.url ?? '/v1') : request.url.split('?')[0]

/** Logs one structured line per request. Omits the query, which may contain a name from a search. */
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

/** Records one span per request as part of the caller's trace. Costs nothing while tracing is off. */
export function installRequestTraces(app: FastifyInstance): void {
  const tracing = activeTracing()
  if (!tracing) return
  const spans = new WeakMap<FastifyRequest, ReturnType<typeof tracing.serve>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    spans.set(request, tracing.serve(request.method, traceparent?.toString(), done))
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(request.routeOptions.url ?? 'none', reply.statusCode)
    done()
  })
}
