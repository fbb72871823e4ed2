import { isLoadedAhead } from './origin-check.ts'
import { type Kind, requestContext } from './serve.ts'

/** Short links. They use no session and no cookie, so they redirect even when the database is down. */
export const redirects: Kind = {
  guards: () => [],
  contextOf: (request) => ({
    ...requestContext(request),
    isFollowed: request.method === 'GET' && !isLoadedAhead(request),
  }),
  send(reply, result) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The handlers of redirects return nothing else.
    const { redirectTo } = result as { redirectTo: string }
    // Not cached: the target of a code can change, and each scan counts.
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(redirectTo, 302)
  },
}
