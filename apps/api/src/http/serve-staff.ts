import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import { unauthorized } from '../errors/errors.ts'
import { answerWith } from './answer.ts'
import type { Config } from '../config/config.ts'
import type { SessionRequestContext, StaffRequestContext } from './context.ts'
import { isEventStream } from './operation-kinds.ts'
import { originCheck } from './origin-check.ts'
import { inRequest } from '../errors/request-scope.ts'
import { checkRole, needsSecondFactor } from './role-check.ts'
import { requestContext, type Server } from './serve.ts'
import { staffOwner } from '../entities/owner.ts'
import { beginSession, installSession, type Sessions } from './session.ts'
import { sessionKeyOf } from './session-key.ts'
import { ignoreCookiesBesideToken, readToken, sendsToken, type TokenSettings } from './staff-token.ts'

/** Enough characters to distinguish sessions, and too few to find one. */
const credentialLength = 12

/** @throws {ProblemError} 401 when nobody is signed in. */
function staffContext(request: FastifyRequest, config: Config): StaffRequestContext | SessionRequestContext {
  // Only operations get here with a token whose handlers know no session.
  if (request.tokenHolder) {
    const { staff, prefix, scopes } = request.tokenHolder
    return { ...requestContext(request), staff, credential: prefix, tokenScopes: scopes }
  }
  const { staff, sessionId, endsAt } = request.session
  if (!staff || !endsAt) throw unauthorized()
  const sessionKey = sessionKeyOf(sessionId)
  return {
    ...requestContext(request),
    staff,
    credential: sessionKey.slice(0, credentialLength),
    tokenScopes: undefined,
    sessionKey,
    sessionEndsAt: endsAt,
    needsSecondFactor: needsSecondFactor(request.session, config),
    renewSession: () => beginSession(request, staffOwner(staff.id)),
  }
}

/** Serves operations that need a role and a session, or a token where the contract names its scope, in a scope of their own. */
export async function serveStaff(
  app: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  sessions: Sessions,
  tokens: TokenSettings,
): Promise<void> {
  await app.register(async (scope) => {
    ignoreCookiesBesideToken(scope)
    await installSession(scope, server.config, sessions)
    const checkOrigin = originCheck(server.config)
    for (const operation of operations) {
      const { method, url, schema, bodyLimit, roles, success } = operation
      const holderOf = readToken(operation, tokens)
      scope.route({
        method,
        url,
        schema,
        ...(bodyLimit > 0 && { bodyLimit }),
        // HEAD would open a stream that nobody reads.
        exposeHeadRoute: !isEventStream(operation),
        async onRequest(request, reply) {
          if (sendsToken(request)) {
            // No page of another site makes a browser send a token, so nobody asks where it comes from.
            request.tokenHolder = await holderOf(request, reply)
          } else {
            await checkOrigin(request)
          }
          checkRole(request.tokenHolder ?? request.session, roles, server.config)
        },
        async handler(request, reply) {
          void reply.code(success)
          const context = staffContext(request, server.config)
          const answer = await inRequest(request.id, () => server.handle(operation, request, context))
          return answerWith(operation, reply, answer)
        },
      })
    }
  })
}
