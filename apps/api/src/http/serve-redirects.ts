import type { FastifyInstance } from 'fastify'
import type { Operation } from '@app/contract'
import { isLoadedAhead } from './origin-check.ts'
import { requestContext, serve, type Server } from './serve.ts'

/** Serves short addresses. They look at no session and no cookie, so that they need no database to lead on. */
export async function serveRedirects(
  app: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
): Promise<void> {
  await serve(app, operations, server, {
    guards: () => [],
    contextOf: (request) => ({
      ...requestContext(request),
      isFollowed: request.method === 'GET' && !isLoadedAhead(request),
    }),
    send(reply, result) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The handlers of redirects return nothing else.
      const { redirectTo } = result as { redirectTo: string }
      // Where a code leads changes, and each scan counts.
      return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(redirectTo, 302)
    },
  })
}
