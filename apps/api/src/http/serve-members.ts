import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { memberOwner } from '../entities/owner.ts'
import { unauthorized, insufficientScope, ofAccounts } from '../errors/errors.ts'
import type {
  MemberRequestContext,
  SignInRequestContext,
  AccountWorkspace,
  PrintKey,
  WorkspaceRequestContext,
} from './context.ts'
import { type CountWrite, limitMemberWrites, type Turns } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { type Guard, type Kind, requestContext } from './serve.ts'
import { beginSession, endSession, installSession, type Sessions, sessionKeyOf } from './session.ts'
import { type KeySettings, readKey } from './serve-keyed.ts'
import { ignoreCookiesBesideToken } from './staff-token.ts'

/** @throws {ProblemError} 401 when nobody is signed in. */
function memberContext(request: FastifyRequest, end: () => Promise<void>): MemberRequestContext {
  const { member, sessionId, endsAt } = request.session
  if (!member || !endsAt) throw unauthorized()
  return {
    ...requestContext(request),
    member,
    sessionKey: sessionKeyOf(sessionId),
    sessionEndsAt: endsAt,
    endSession: end,
  }
}

const signInContext = (request: FastifyRequest): SignInRequestContext => ({
  ...requestContext(request),
  startSession: (memberId) => beginSession(request, memberOwner(memberId)),
})

const requireMember: Guard = async ({ session }) => {
  if (!session.member) throw unauthorized()
}

/** Operations of the customer area, which require a signed-in member or sign one in. */
export function forMembers(config: Config, sessions: Sessions, countWrite: CountWrite, inTurn: Turns): Kind {
  const checkOrigin = originCheck(config)
  return {
    prepare: (scope) => installSession(scope, config, sessions),
    guards: ({ isSecurityOptional }) => (isSecurityOptional ? [checkOrigin] : [checkOrigin, requireMember]),
    inTurn,
    limit: limitMemberWrites(countWrite),
    contextOf: (request, { isSecurityOptional }, reply) =>
      isSecurityOptional
        ? signInContext(request)
        : memberContext(request, endSession(config, sessions, request, reply)),
  }
}

/** The mode that a request names, already validated by the schema. */
const askedMode = ({ query }: FastifyRequest): unknown =>
  typeof query === 'object' && query !== null && 'Mode' in query ? query.Mode : undefined

/** The workspace of an account key. @throws {ProblemError} 403 for a sandbox key, or for a mode other than the key's */
function workspaceOfKey({ workspace: { id, mode } }: PrintKey, asked: unknown): AccountWorkspace {
  if (mode === 'sandbox') {
    throw insufficientScope(`This operation requires an account key. ${ofAccounts}`)
  }
  if ((asked ?? mode) !== mode) throw insufficientScope(`This is a ${mode} key.`)
  return { id, mode }
}

function workspaceContext(request: FastifyRequest): WorkspaceRequestContext {
  const { printKey } = request
  const asked = askedMode(request)
  if (printKey) {
    return {
      ...requestContext(request),
      workspace: workspaceOfKey(printKey, asked),
      member: undefined,
      keyPrefix: printKey.prefix,
    }
  }
  const { member } = request.session
  // readKey() has rejected requests with neither.
  if (!member) throw new Error('A request has neither a key nor a session')
  const mode = asked === 'test' ? 'test' : 'live'
  return {
    ...requestContext(request),
    workspace: { id: member.workspaces[mode], mode },
    member,
    keyPrefix: undefined,
  }
}

const unlessMember =
  (guard: Guard): Guard =>
  async (request, reply) => {
    if (!request.session.member) await guard(request, reply)
  }

/** Operations on an account's data, with one of its keys or the session of one of its members. */
export function forWorkspaces(config: Config, sessions: Sessions, keys: KeySettings, inTurn: Turns): Kind {
  const checkOrigin = originCheck(config)
  return {
    async prepare(scope) {
      ignoreCookiesBesideToken(scope)
      await installSession(scope, config, sessions)
    },
    guards: (operation) => [checkOrigin, unlessMember(readKey(operation, keys))],
    inTurn,
    limit: limitMemberWrites(keys.countKeyWrite),
    contextOf: workspaceContext,
  }
}
