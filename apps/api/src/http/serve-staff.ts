import type { SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import { unauthorized } from '../errors.ts'
import { answerWith } from './answer.ts'
import type { Config } from '../config.ts'
import type { StaffRequestContext } from './context.ts'
import { isEventStream } from './operation-kinds.ts'
import { originCheck } from './origin-check.ts'
import { needsSecondFactor, requireRole } from './role-check.ts'
import { requestContext, type Server } from './serve.ts'
import { beginSession, installSession } from './session.ts'
import { sessionKeyOf } from './session-key.ts'

/** @throws {ProblemError} 401 when nobody is signed in. */
function staffContext(request: FastifyRequest, config: Config): StaffRequestContext {
  const { staff, sessionId, endsAt } = request.session
  if (!staff || !endsAt) throw unauthorized()
  return {
    ...requestContext(request),
    staff,
    sessionKey: sessionKeyOf(sessionId),
    sessionEndsAt: endsAt,
    needsSecondFactor: needsSecondFactor(request, config),
    renewSession: () => beginSession(request, staff.id),
  }
}

/** Serves operations that need a session and a role, in a scope of their own. */
export async function serveStaff(
  app: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  sessions: SessionStore,
): Promise<void> {
  await app.register(async (scope) => {
    await installSession(scope, server.config, sessions)
    const checkOrigin = originCheck(server.config)
    for (const operation of operations) {
      const { method, url, schema, bodyLimit, roles, success } = operation
      scope.route({
        method,
        url,
        schema,
        ...(bodyLimit > 0 && { bodyLimit }),
        // HEAD would open a stream that nobody reads.
        exposeHeadRoute: !isEventStream(operation),
        onRequest: [checkOrigin, requireRole(roles, server.config)],
        async handler(request, reply) {
          void reply.code(success)
          return answerWith(
            operation,
            reply,
            await server.handle(operation, request, staffContext(request, server.config)),
          )
        },
      })
    }
  })
}
