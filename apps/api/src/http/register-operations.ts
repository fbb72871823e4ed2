import type { FastifyInstance } from 'fastify'
import type { FieldError, Operation, OperationId } from '@app/contract'
import type { Config } from '../config/config.ts'
import type { BodyFaultsWith, HandlersWith } from './context.ts'
import { accountTurns, type CountRequest, type CountWrite, limitRequests, limitWrites } from './limits.ts'
import * as kinds from './operation-kinds.ts'
import { refuseOddRequests } from './security-headers.ts'
import { type Kind, serve, type Server, requestContext } from './serve.ts'
import { type KeySettings, withKey } from './serve-keyed.ts'
import { forMembers, forWorkspaces } from './serve-members.ts'
import { forNavigations } from './serve-navigations.ts'
import type { Sessions } from './session.ts'
import type { TokenSettings } from './staff-token.ts'
import { forStaff } from './serve-staff.ts'
import { originCheck, isLoadedAhead } from './origin-check.ts'

/** Short links. They use no session or cookie, so they redirect even when the database is down. */
const redirects: Kind = {
  guards: () => [],
  contextOf: (request) => ({
    ...requestContext(request),
    isFollowed: request.method === 'GET' && !isLoadedAhead(request),
  }),
  send(reply, result) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The handlers of redirects return nothing else.
    const { redirectTo } = result as { redirectTo: string }
    // Not cached, because a code's target can change, and each scan counts.
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(redirectTo, 302)
  },
}

/** Operations that anyone may call. They have no session overhead. */
function forAnyone(config: Config, countWrite: CountWrite): Kind {
  const guards = [originCheck(config)]
  return { guards: () => guards, limit: limitWrites(countWrite), contextOf: requestContext }
}

interface OperationSettings<Services> {
  config: Config
  handlers: HandlersWith<Services>
  /** Passed to every handler with its request. */
  services: Services
  sessions: Sessions
  /** The same sessions, except that reading one does not count as using it. */
  unprolongedSessions: Sessions
  memberSessions: Sessions
  countRequest: CountRequest
  countWrite: CountWrite
  keys: KeySettings
  tokens: TokenSettings
  bodyFaults: BodyFaultsWith<Services>
}

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>
type AnyFaults = (body: unknown, context: unknown) => Promise<FieldError[]>

/** Serves every operation of the contract: path, schema, guard, and status come from the operation table. */
export async function registerOperations<Services extends object>(
  app: FastifyInstance,
  {
    config,
    handlers,
    services,
    countRequest,
    countWrite,
    keys,
    tokens,
    bodyFaults,
    ...stores
  }: OperationSettings<Services>,
): Promise<void> {
  const server: Server = {
    handle({ id }, { params, query, headers, body }, context) {
      // The schema has validated the input, and each kind of operation gets the context of its kind.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the line above says
      const handler = handlers[id] as AnyHandler
      return handler({ params, query, headers, body }, { ...context, ...services })
    },
    bodyFaults({ id }) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above: keyed operations have a key's context.
      const faults = (bodyFaults as Partial<Record<OperationId, AnyFaults>>)[id]
      return faults && (({ body }, context) => faults(body, { ...context, ...services }))
    },
  }
  app.addHook('onRequest', limitRequests(countRequest))
  app.addHook('onRequest', refuseOddRequests)

  const inTurn = accountTurns(config)
  const add = (operations: readonly Operation[], kind: Kind) => serve(app, operations, server, kind)
  await add(kinds.publicOperations, forAnyone(config, countWrite))
  // A separate limit: creating many sandbox keys never blocks lead forms from the same address.
  await add(kinds.publicPrintOperations, forAnyone(config, keys.countKeyWrite))
  await add(kinds.redirectOperations, redirects)
  await add(kinds.keyOperations, withKey(config, keys))
  await add(kinds.workspaceOperations, forWorkspaces(config, stores.memberSessions, keys, inTurn))
  await add(kinds.memberOperations, forMembers(config, stores.memberSessions, keys.countKeyWrite, inTurn))
  await add(kinds.staffOperations, forStaff(config, stores.sessions, tokens))
  // A browser that keeps reopening its stream does not count as activity by its user.
  await add(kinds.eventOperations, forStaff(config, stores.unprolongedSessions, tokens))
  await add(kinds.navigationOperations, forNavigations(config, stores.sessions))
}
