import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { memberOwner } from '../entities/owner.ts'
import { unauthorized } from '../errors/errors.ts'
import type { MemberRequestContext, SignInRequestContext } from './context.ts'
import { type CountWrite, limitMemberWrites, type Turns } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { type Guard, type Kind, requestContext } from './serve.ts'
import { beginSession, installSession, type Sessions, sessionKeyOf } from './session.ts'

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

/** Operations of the customer area, which need a signed-in member or sign one in. */
export function forMembers(config: Config, sessions: Sessions, countWrite: CountWrite, inTurn: Turns): Kind {
  const checkOrigin = originCheck(config)
  return {
    prepare: (scope) => installSession(scope, config, sessions),
    guards: ({ isSecurityOptional }) => (isSecurityOptional ? [checkOrigin] : [checkOrigin, requireMember]),
    inTurn,
    limit: limitMemberWrites(countWrite),
    contextOf: (request, { isSecurityOptional }) =>
      isSecurityOptional ? signInContext(request) : memberContext(request),
  }
}
