import type { FastifyInstance } from 'fastify'
import type { Operation } from '@app/contract'
import { isLoadedAhead } from './origin-check.ts'
import { requestContext, type Server } from './serve.ts'

/** Serves short addresses. They look at no session and no cookie, so that they need no database to lead on. */
export function serveRedirects(app: FastifyInstance, operations: readonly Operation[], server: Server): void {
  for (const operation of operations) {
    const { method, url } = operation
    const { response: _redirects, ...schema } = operation.schema
    app.route({
      method,
      url,
      schema,
      async handler(request, reply) {
        const context = {
          ...requestContext(request),
          isFollowed: request.method === 'GET' && !isLoadedAhead(request),
        }
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The handlers of redirects return nothing else.
        const { redirectTo } = (await server.handle(operation, request, context)) as { redirectTo: string }
        // Where a code leads changes, and each scan counts.
        void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        return reply.redirect(redirectTo, 302)
      },
    })
  }
}
