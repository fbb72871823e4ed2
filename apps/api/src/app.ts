import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { operationTable } from '@app/contract'
import type { Config } from './config/config.ts'
import { poolOf } from './db/sql.ts'
import { sharedPoints } from './db/shared-points.ts'
import { registerDocs } from './http/docs.ts'
import { registerFrontEnds } from './http/front-ends.ts'
import { readJsonBodies, refuseOtherBodies } from './http/json-body.ts'
import { trustedOrigins } from './http/origin-check.ts'
import { answerBrokenRequest, installProblems, sendProblem, sendNotFound } from './http/problems.ts'
import { publishRoutes } from './http/published-document.ts'
import { memberCookie, staffCookie } from './http/session.ts'
import { registerOperations } from './http/register-operations.ts'
import { refuseRoutesOutsideTheContract } from './http/routes-of-the-contract.ts'
import { installRequestLog, installRequestTraces } from './http/request-log.ts'
import { installSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { requestLimit } from './http/request-limit.ts'
import { sessionStore } from './modules/auth/session-store.ts'
import { closeGently } from './http/unread-bodies.ts'
import { installValidation } from './http/validation.ts'
import { writeLimit } from './http/write-limit.ts'
import type { Database } from './entities/database.ts'
import { handlers } from './handlers/handlers.ts'
import { isDraining } from './modules/health/draining.ts'
import { findKey } from './modules/print/keys/keys.service.ts'
import { printBodyFaults } from './handlers/print.handlers.ts'
import { openServices, type Services } from './handlers/services.ts'
import { findMemberSession } from './modules/customers/member-session.queries.ts'
import { findSession } from './modules/staff/sessions.queries.ts'
import { findToken } from './modules/tokens/tokens.service.ts'
import type { Renderers } from './modules/print/renderers/remembered-renderers.ts'

const requestIdPattern = /^[\w-]{1,64}$/

const createServer = (config: Config): FastifyInstance =>
  Fastify({
    bodyLimit: 65_536,
    // Disconnects slow callers: headers must arrive within 10 s, the whole request within 30 s.
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Requests that arrive during shutdown are served as usual.
    return503OnClosing: false,
    // A hook rejects requests without a Host header, so that the response has the usual form.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { maxParamLength: 200 },
    genReqId(request) {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID()
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors(_error, request, reply) {
      // No hook runs for an unparsable URL, so neither the headers nor the proxy's protocol are known here.
      setSecurityHeaders(request, reply, config.siteOrigin.startsWith('https:'))
      sendProblem(reply, request, 400, { code: 'invalid_url', detail: 'The URL is malformed.' })
    },
    logger: { level: config.logLevel },
    // http/request-log.ts writes one line per request after its response.
    logController: new LogController({ disableRequestLogging: true }),
  })

/**
 * Builds the HTTP server without listening. The caller closes the database after the server. `findRenderers` replaces
 * the renderers that run as separate processes.
 */
export async function buildApp(
  config: Config,
  orm: Database,
  findRenderers?: () => Promise<Renderers>,
): Promise<FastifyInstance> {
  const app = createServer(config)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  readJsonBodies(app, 'application/json')
  refuseOtherBodies(app)
  installRequestTraces(app)
  installProblems(app)
  installRequestLog(app)
  installValidation(app)
  installSecurityHeaders(app)
  closeGently(app)
  // A client that kept its connection open would keep the server from closing.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
  refuseRoutesOutsideTheContract(app)
  const documents = await publishRoutes(app, config.apiOrigin)
  await app.register(cors, {
    origin: [...trustedOrigins(config)],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    strictPreflight: false,
    exposedHeaders: [
      ...new Set(operationTable.flatMap(({ responseHeaders }) => responseHeaders)),
      'Retry-After',
      'X-Request-Id',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
    ],
    maxAge: 600,
  })

  const em = orm.em.fork({ useContext: false })
  await registerOperations<Services>(app, {
    config,
    handlers,
    services: openServices(app, { config, em, documents, findRenderers }),
    sessions: { ...staffCookie, store: sessionStore(em, findSession) },
    unprolongedSessions: { ...staffCookie, store: sessionStore(em, findSession, { prolongs: false }) },
    memberSessions: { ...memberCookie, store: sessionStore(em, findMemberSession) },
    countWrite: writeLimit(async () => sharedPoints(await poolOf(em), 'write'), config.writesPerMinute),
    countRequest: requestLimit(config.requestsPerMinute),
    keys: {
      findKey: (secret) => findKey(em, secret),
      countKeyRequest: requestLimit(config.requestsPerMinute),
      countKeyWrite: writeLimit(async () => sharedPoints(await poolOf(em), 'print'), config.writesPerMinute),
    },
    tokens: {
      findToken: (secret) => findToken(em, secret),
      countTokenRequest: requestLimit(config.requestsPerMinute),
      countRefusedToken: requestLimit(config.signInsPerMinute),
    },
    bodyFaults: printBodyFaults,
  })
  await registerDocs(app, config, documents)
  const sendUnknownPage = await registerFrontEnds(app, config)
  app.setNotFoundHandler((request, reply) => {
    const isPage = sendUnknownPage && /^(GET|HEAD)$/.test(request.method) && !/^\/(api|v1)(\/|$)/.test(request.url)
    return isPage ? sendUnknownPage(request, reply) : sendNotFound(request, reply)
  })

  return app
}
