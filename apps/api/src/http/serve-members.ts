import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import { memberOwner } from '../entities/owner.ts'
import { unauthorized } from '../errors/errors.ts'
import type { MemberRequestContext, SignInRequestContext } from './context.ts'
import { type CountWrite, limitMemberWrites } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { type Guard, requestContext, serve, type Server } from './serve.ts'
import { beginSession, installSession, type Sessions } from './session.ts'
import { sessionKeyOf } from './session-key.ts'

/** @throws {ProblemError} 401 when nobody is signed in. */
function memberContext(request: FastifyRequest): MemberRequestContext {
  const { member, sessionId, endsAt } = request.session
  if (!member || !endsAt) throw unauthorized()
  return {
    ...requestContext(request),
    member,
    sessionKey: sessionKeyOf(sessionId),
    sessionEndsAt: endsAt,
    async endSession() {
      await request.session.destroy()
    },
  }
}

const signInContext = (request: FastifyRequest): SignInRequestContext => ({
  ...requestContext(request),
  startSession: (memberId) => beginSession(request, memberOwner(memberId)),
})

const requireMember: Guard = async ({ session }) => {
  if (!session.member) throw unauthorized()
}

/** Serves operations of the customer area, which need a signed-in member or sign one in, in a scope of their own. */
export async function serveMembers(
  app: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  sessions: Sessions,
  countWrite: CountWrite,
): Promise<void> {
  await app.register(async (scope) => {
    await installSession(scope, server.config, sessions)
    const checkOrigin = originCheck(server.config)
    await serve(scope, operations, server, {
      guards: ({ isSecurityOptional }) => (isSecurityOptional ? [checkOrigin] : [checkOrigin, requireMember]),
      limit: limitMemberWrites(countWrite),
      contextOf: (request, { isSecurityOptional }) =>
        isSecurityOptional ? signInContext(request) : memberContext(request),
    })
  })
}
