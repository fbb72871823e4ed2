import formbody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Navigation, NavigationRequestContext } from './context.ts'
import { isOwnNavigation, originCheck } from './origin-check.ts'
import { reportingHeaders } from './page-policy.ts'
import { type PendingSignInCookie, pendingSignInCookie } from './pending-sign-in-cookie.ts'
import { type Kind, requestContext } from './serve.ts'
import { beginSession, endSession, installSession, type Sessions } from './session.ts'

function navigationContext(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  sessions: Sessions,
  cookie: PendingSignInCookie,
): NavigationRequestContext {
  return {
    ...requestContext(request),
    staff: request.session.staff,
    pendingSignIn: cookie.read(request),
    keepPendingSignIn: (pending) => cookie.write(reply, pending),
    fromAnotherSite: request.headers['sec-fetch-site'] === 'cross-site',
    isOwnNavigation: isOwnNavigation(request, config),
    startSession: (owner) => beginSession(request, owner),
    endSession: endSession(config, sessions, request, reply),
  }
}

function sendNavigation(reply: FastifyReply, answer: Navigation): FastifyReply {
  if ('redirectTo' in answer) return reply.redirect(answer.redirectTo, 303)
  if (answer.retryAfterSeconds) void reply.header('retry-after', answer.retryAfterSeconds)
  return reply
    .code(answer.status ?? 200)
    .headers({ 'content-security-policy': answer.contentSecurityPolicy, ...reportingHeaders })
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(answer.html)
}

/** Server-rendered pages, the only operations that accept HTML forms. */
export function forNavigations(config: Config, sessions: Sessions): Kind {
  const cookie = pendingSignInCookie(config)
  return {
    async prepare(scope) {
      await installSession(scope, config, sessions)
      scope.removeAllContentTypeParsers()
      await scope.register(formbody, { bodyLimit: 16_384 })
    },
    guards: () => [originCheck(config)],
    contextOf: (request, _operation, reply) => navigationContext(request, reply, config, sessions, cookie),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The handlers of navigations return nothing else.
    send: (reply, result) => sendNavigation(reply, result as Navigation),
  }
}
