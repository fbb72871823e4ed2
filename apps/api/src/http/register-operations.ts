import { Readable } from 'node:stream'
import formbody from '@fastify/formbody'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { type OperationId, operations } from '@app/contract'
import type { Config } from '../config.ts'
import { forbidden, ProblemError, unauthorized } from '../errors.ts'
import type { Arrivals } from '../modules/live/arrivals.ts'
import type { LiveStreams } from '../modules/live/live-streams.ts'
import type { AllHandlers, Context, Navigation, NavigationContext, StaffContext } from './context.ts'
import type { SingleSignOn } from '../modules/auth/single-sign-on.ts'
import { eventStream } from './event-stream.ts'
import { readJsonBodies } from './json-body.ts'
import { originCheck } from './origin-check.ts'
import { pendingSignInCookie } from './pending-sign-in-cookie.ts'
import { reportingHeaders } from './page-policy.ts'
import { sendProblem } from './problems.ts'
import { refuseOddRequests } from './security-headers.ts'
import { installSession } from './session.ts'
import { PgSessionStore, sessionKeyOf } from '../modules/auth/session-store.ts'
import type { SignInLimit } from '../modules/auth/sign-in-limit.ts'
import type { Allowance } from './write-limit.ts'

interface Operation {
  method: HTTPMethods
  url: string
  tag: string
  security: readonly string[]
  roles: readonly string[]
  navigation: boolean
  success: number
  media: string
  bodyMedia: string
  bodyLimit: number
  responseHeaders: readonly string[]
  isLimited: boolean
  schema: object
}

export interface Services {
  em: EntityManager
  config: Config
  sessions: PgSessionStore
  signInLimit: SignInLimit
  singleSignOn: SingleSignOn | undefined
  limitWrites: (address: string) => Promise<Allowance>
  arrivals: Arrivals
  streams: LiveStreams
  limitRequests: (address: string) => Allowance
}

// The table's literal types drive the handlers' types; here each entry is read as plain data.
const table = Object.entries(operations) as unknown as [OperationId, Operation][]

/** Pages of a tool that reads the contract: they describe operations and are none. */
const outsideTheContract = ['/api/docs']

/** A route under /api or a probe that the contract does not name stops the start. */
export function refuseRoutesOutsideTheContract(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api') || outsideTheContract.some((path) => url === path || url.startsWith(`${path}/`))) return
    for (const one of [method].flat()) {
      if (one === 'HEAD' || one === 'OPTIONS') continue
      if (!table.some(([, operation]) => operation.url === url && operation.method === one)) {
        throw new Error(`Route ${one} ${url} is not in openapi/spec.yaml`)
      }
    }
  })
}

const contextOf = (request: FastifyRequest, { em, config, arrivals }: Services): Context => ({
  em: em.fork({ useContext: false }),
  config,
  log: request.log,
  url: request.url,
  clientAddress: request.ip,
  arrivals,
})

function navigationContext(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  pendingCookie: ReturnType<typeof pendingSignInCookie>,
): NavigationContext {
  const { config } = services
  return {
    ...contextOf(request, services),
    staff: request.session.staff,
    signInLimit: services.signInLimit,
    singleSignOn: services.singleSignOn,
    pendingSignIn: pendingCookie.read(request),
    keepPendingSignIn: (pending) => pendingCookie.write(reply, pending),
    fromAnotherSite: request.headers['sec-fetch-site'] === 'cross-site',
    onAdminHost: config.siteOrigin === config.adminUrl.origin || request.host === config.adminUrl.host,
    async startSession(staffId) {
      // A new id: one that was planted before the sign-in is worth nothing after it.
      await request.session.regenerate()
      request.session.staffId = staffId
    },
    async endSession() {
      await request.session.destroy()
    },
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

const inputOf = ({ params, query, headers, body }: FastifyRequest) => ({ params, query, headers, body })

/** Sets the answer's named headers and returns its body. */
function unpack(operation: Operation, reply: FastifyReply, result: unknown): unknown {
  if (isStream(operation)) {
    void reply.type('text/event-stream; charset=utf-8').headers({
      // Proxies that gather answers before they pass them on must not gather this one.
      'x-accel-buffering': 'no',
      // The end of a server need not wait for a connection that nobody uses after its stream.
      connection: 'close',
    })
    // The type of an operation that answers with events holds each of them.
    return eventStream(result as AsyncIterable<unknown>)
  }
  if (operation.responseHeaders.length === 0 || operation.navigation) return result
  // The handler's type holds exactly these two where the contract names headers.
  const { body, headers } = result as { body: unknown; headers: Record<string, string | undefined> }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) void reply.header(name, value)
  if (operation.media !== 'text/csv') return body
  void reply.type('text/csv; charset=utf-8')
  // The type of an operation that answers with CSV holds pieces of text.
  return Readable.from(body as AsyncIterable<string>)
}

const isOtherMedia = ({ bodyMedia }: Operation) => bodyMedia !== '' && bodyMedia !== 'application/json'

const isStream = ({ media }: Operation) => media === 'text/event-stream'

function serveStaff(scope: FastifyInstance, operation: Operation, handle: AnyHandler, services: Services): void {
  const { method, url, schema, roles, success } = operation
  scope.route({
    method,
    url,
    schema,
    // HEAD would open a stream that nobody reads.
    exposeHeadRoute: !isStream(operation),
    onRequest: [originCheck(services.config), requireRole(roles)],
    async handler(request, reply) {
      void reply.code(success)
      const { staff, sessionId, endsAt } = request.session
      if (!staff || !endsAt) throw unauthorized()
      const { streams, signInLimit } = services
      const context: StaffContext = {
        ...contextOf(request, services),
        staff,
        sessionKey: sessionKeyOf(sessionId),
        sessionEndsAt: endsAt,
        signInLimit,
        streams,
      }
      return unpack(operation, reply, await handle(inputOf(request), context))
    },
  })
}

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>

/** Serves every operation of the contract: path, schema, guard and status come from its table. */
export async function registerOperations(
  app: FastifyInstance,
  handlers: AllHandlers,
  services: Services,
): Promise<void> {
  const handlerOf = (id: OperationId) => handlers[id] as AnyHandler
  const checkOrigin = originCheck(services.config)
  app.addHook('onRequest', limitRequests(services))
  app.addHook('onRequest', refuseOddRequests)

  const publicTable = table.filter(([, { security, navigation }]) => security.length === 0 && !navigation)
  const servePublic = (scope: FastifyInstance, [id, operation]: [OperationId, Operation]) => {
    const { method, url, schema, bodyLimit } = operation
    scope.route({
      method,
      url,
      schema,
      ...(bodyLimit > 0 && { bodyLimit }),
      onRequest: operation.isLimited ? [checkOrigin, limitWrites(services)] : checkOrigin,
      async handler(request, reply) {
        void reply.code(operation.success)
        return unpack(operation, reply, await handlerOf(id)(inputOf(request), contextOf(request, services)))
      },
    })
  }
  for (const one of publicTable.filter(([, operation]) => !isOtherMedia(operation))) servePublic(app, one)
  // A body of another type is read where it belongs and refused everywhere else.
  for (const one of publicTable.filter(([, operation]) => isOtherMedia(operation))) {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      readJsonBodies(scope, one[1].bodyMedia)
      servePublic(scope, one)
    })
  }

  const staffTable = table.filter(([, { security }]) => security.length > 0)
  const scopes = [
    { sessions: services.sessions, operations: staffTable.filter(([, operation]) => !isStream(operation)) },
    // A stream that breaks and is opened anew all day is not a member of staff at work.
    {
      sessions: new PgSessionStore(services.em, { prolongs: false }),
      operations: staffTable.filter(([, operation]) => isStream(operation)),
    },
  ]
  for (const { sessions, operations: served } of scopes) {
    await app.register(async (scope) => {
      await installSession(scope, services.config, sessions)
      for (const [id, operation] of served) serveStaff(scope, operation, handlerOf(id), services)
    })
  }

  await app.register(async (scope) => {
    await installSession(scope, services.config, services.sessions)
    const pendingCookie = pendingSignInCookie(services.config)
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: 16_384 })
    for (const [id, { method, url, schema }] of table.filter(([, { navigation }]) => navigation)) {
      // Pages are not JSON: only the input half of the schema applies.
      const { response: _pages, ...input } = schema as { response?: unknown }
      scope.route({
        method,
        url,
        schema: input,
        onRequest: checkOrigin,
        async handler(request, reply) {
          const answer = await handlerOf(id)(
            inputOf(request),
            navigationContext(request, reply, services, pendingCookie),
          )
          // The table says which operations are navigations; their handlers return nothing else.
          return sendNavigation(reply, answer as Navigation)
        },
      })
    }
  })
}

const limitWrites = (services: Services) => async (request: FastifyRequest, reply: FastifyReply) =>
  keepTo(await services.limitWrites(request.ip), reply)

const limitedUrls = new Set(table.map(([, { url }]) => url))
const probeUrls = new Set(table.flatMap(([, { url, tag }]) => (tag === 'health' ? [url] : [])))

/** Files cost nothing and are not counted. A probe is never refused: its balancer would end a process that is well. */
const limitRequests = (services: Services) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { url = '' } = request.routeOptions
  if (!limitedUrls.has(url)) return
  const allowance = services.limitRequests(request.ip)
  keepTo(probeUrls.has(url) ? { ...allowance, isExceeded: false } : allowance, reply)
}

function keepTo({ limit, remaining, resetSeconds, isExceeded }: Allowance, reply: FastifyReply): void {
  void reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': resetSeconds })
  if (isExceeded) {
    throw new ProblemError(429, 'rate_limited', 'Too many requests from your address.', {
      retryAfterSeconds: Math.max(1, resetSeconds),
    })
  }
}

/** No roles mean every role. */
const requireRole = (roles: readonly string[]) => async (request: FastifyRequest) => {
  const { staff } = request.session
  if (!staff) throw unauthorized()
  if (roles.length > 0 && !roles.includes(staff.role)) throw forbidden('Your role does not allow this.')
}

const pathForms = table.map(([, operation]) => ({
  methods: operation.method === 'GET' && !isStream(operation) ? ['GET', 'HEAD'] : [String(operation.method)],
  form: new RegExp(`^${operation.url.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** 405 with `Allow` for a path that the contract knows, else 404. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const allowed = pathForms.filter(({ form }) => form.test(path)).flatMap(({ methods }) => methods)
  if (allowed.length === 0) {
    return sendProblem(reply, request, 404, { code: 'not_found', detail: 'There is nothing at this address.' })
  }
  void reply.header('allow', allowed.join(', '))
  return sendProblem(reply, request, 405, { code: 'method_not_allowed', detail: 'This address knows other methods.' })
}
