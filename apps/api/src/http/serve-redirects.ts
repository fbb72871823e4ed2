import { isLoadedAhead } from './origin-check.ts'
import { type Kind, requestContext } from './serve.ts'

/** Short addresses. They look at no session and no cookie, so that they need no database to lead on. */
export const redirects: Kind = {
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
}
