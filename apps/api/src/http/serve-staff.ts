import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import { unauthorized } from '../errors/errors.ts'
import type { Config } from '../config/config.ts'
import type { SessionRequestContext, StaffRequestContext } from './context.ts'
import { originCheck } from './origin-check.ts'
import { checkRole, needsSecondFactor } from './role-check.ts'
import { requestContext, serve, type Server } from './serve.ts'
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
    await serve(scope, operations, server, {
      guards: (operation) => {
        const holderOf = readToken(operation, tokens)
        return [
          async (request, reply) => {
            // No page of another site makes a browser send a token, so nobody asks where it comes from.
            if (sendsToken(request)) request.tokenHolder = await holderOf(request, reply)
            else await checkOrigin(request)
            checkRole(request.tokenHolder ?? request.session, operation.roles, server.config)
          },
        ]
      },
      contextOf: (request) => staffContext(request, server.config),
    })
  })
}
