import type { FastifyInstance, FastifyRequest } from 'fastify'
import { activeTracing } from '../tracing/tracing.ts'
import type { RequestSpan } from '../tracing/tracing.types.ts'

/** Records one span for each request as part of the caller's trace. Costs nothing while tracing is off. */
export function installRequestTraces(app: FastifyInstance): void {
  const tracing = activeTracing()
  if (!tracing) return
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    spans.set(request, tracing.serve(request.method, traceparent?.toString(), done))
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(request.routeOptions.url ?? 'none', reply.statusCode)
    done()
  })
}
