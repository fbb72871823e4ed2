import type { FastifyRequest } from 'fastify'
import type { Operation, StaffUser } from '@app/contract'
import { unauthorized, forbidden, secondFactorRequired } from '../errors/errors.ts'
import type { Config } from '../config/config.ts'
import type { SessionRequestContext, StaffRequestContext } from './context.ts'
import { originCheck } from './origin-check.ts'
import { type Kind, requestContext } from './serve.ts'
import { staffOwner } from '../entities/owner.ts'
import { beginSession, installSession, type Sessions, sessionKeyOf } from './session.ts'
import { ignoreCookiesBesideToken, readToken, sendsToken, type TokenSettings } from './staff-token.ts'

/** The caller, identified by a session or a token. */
interface StaffCaller {
  staff?: StaffUser
  hasSecondFactor?: boolean
}

/** True while the account must set up a second factor before it can do anything else. */
const needsSecondFactor = ({ hasSecondFactor }: StaffCaller, { requiresSecondFactor }: Config): boolean =>
  requiresSecondFactor && !hasSecondFactor

/**
 * Requires one of these roles; an empty list allows every role. Operations that name roles also require the second
 * factor, if the configuration does; the others concern the caller's own account.
 */
function checkRole(caller: StaffCaller, roles: Operation['roles'], config: Config): void {
  if (!caller.staff) throw unauthorized()
  if (roles.length === 0) return
  if (!roles.includes(caller.staff.role)) throw forbidden('Your role does not allow this.')
  if (needsSecondFactor(caller, config)) throw secondFactorRequired()
}

/** Enough characters to distinguish sessions, but too few to find one. */
const credentialLength = 12

/** @throws {ProblemError} 401 when nobody is signed in. */
function staffContext(request: FastifyRequest, config: Config): StaffRequestContext | SessionRequestContext {
  // Operations that accept a token have handlers without a session.
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

/** Operations that require a role and a session, or a token if the contract names its scope. */
export function forStaff(config: Config, sessions: Sessions, tokens: TokenSettings): Kind {
  const checkOrigin = originCheck(config)
  return {
    async prepare(scope) {
      ignoreCookiesBesideToken(scope)
      await installSession(scope, config, sessions)
    },
    guards(operation) {
      const holderOf = readToken(operation, tokens)
      return [
        async (request, reply) => {
          // No other site can make a browser send a token, so the origin is not checked.
          if (sendsToken(request)) request.tokenHolder = await holderOf(request, reply)
          else await checkOrigin(request)
          checkRole(request.tokenHolder ?? request.session, operation.roles, config)
        },
      ]
    },
    contextOf: (request) => staffContext(request, config),
  }
}
