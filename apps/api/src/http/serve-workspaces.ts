import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { insufficientScope, ofAccounts } from '../errors/errors.ts'
import type { AccountWorkspace, PrintKey, WorkspaceRequestContext } from './context.ts'
import { limitMemberWrites, type Turns } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { type Guard, type Kind, requestContext } from './serve.ts'
import { type KeySettings, readKey } from './serve-keyed.ts'
import { installSession, type Sessions } from './session.ts'
import { ignoreCookiesBesideToken } from './staff-token.ts'

/** The mode that a request names. The schema has checked it. */
const askedMode = ({ query }: FastifyRequest): unknown =>
  typeof query === 'object' && query !== null && 'Mode' in query ? query.Mode : undefined

/** The workspace of an account's key. @throws {ProblemError} 403 for the key of a sandbox, and for another mode than its own */
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
  // readKey() has refused requests with neither.
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

/** Operations on the data of an account: with one of its keys, or with the session of one of its members. */
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
