import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, operationTable, type Problem } from '@app/contract'
import { isUnavailable } from '../db/unavailable.ts'
import { ProblemError } from '../errors/errors.ts'
import { mismatch } from './field-errors.ts'
import { loggable } from '../errors/loggable.ts'
import { isEventStream } from './operation-kinds.ts'

/** Stable codes for failures that Fastify itself reports. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  408: 'request_timeout',
  413: 'too_large',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
}

const unavailableRetrySeconds = 2

/** Sends a problem document (RFC 9457). */
export function sendProblem(
  reply: FastifyReply,
  request: FastifyRequest,
  status: number,
  problem: Pick<Problem, 'code'> & Partial<Pick<Problem, 'detail' | 'errors' | 'records'>>,
): FastifyReply {
  const document: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...problem,
    requestId: request.id,
  }
  return reply.code(status).type('application/problem+json').serializer(JSON.stringify).send(document)
}

const brokenRequests: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** An unparsable HTTP request has no reply object, so the response is written to the socket. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = brokenRequests[error.code ?? ''] ?? 400
  const title = STATUS_CODES[status] ?? 'Bad Request'
  const code = codes[status] ?? 'refused'
  const body = JSON.stringify({ type: 'about:blank', title, status, code, requestId: randomUUID() } satisfies Problem)
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function sendProblemOf(problem: ProblemError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, errors, records, retryAfterSeconds, challenge } = problem
  if (retryAfterSeconds) void reply.header('retry-after', retryAfterSeconds)
  if (challenge) void reply.header('www-authenticate', challenge)
  return sendProblem(reply, request, status, {
    code,
    detail: message,
    ...(errors && { errors: [...errors] }),
    ...(records && { records: [...records] }),
  })
}

/** Advice for a caller that sent an unsupported body. */
function acceptedBody({ method, routeOptions }: FastifyRequest): string {
  const operation = operationTable.find((one) => one.url === routeOptions.url && one.method === method)
  const { bodyMedia = '', otherBodyMedia = [] } = operation ?? {}
  if (!bodyMedia) return 'Send the request without a body.'
  if (otherBodyMedia.length === 0) return `Send the body with Content-Type: ${bodyMedia}.`
  const types = [bodyMedia, ...otherBodyMedia].join(', ')
  return `Send the file itself as the body, not a form, for example with curl --data-binary @file. Set Content-Type to one of ${types}.`
}

function clientFault(status: number, request: FastifyRequest): string {
  const { bodyLimit } = request.routeOptions
  if (status === 415) return acceptedBody(request)
  if (status !== 413 || !bodyLimit) return `${STATUS_CODES[status] ?? 'The request was rejected'}.`
  return `The body is larger than the limit of ${bodyLimit.toLocaleString('en-US')} bytes.`
}

/** The only place that turns errors into responses. */
export function installProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => {
    if (error instanceof ProblemError) return sendProblemOf(error, request, reply)
    if (error.validation) return sendProblemOf(mismatch(request, error), request, reply)
    // A client error. Handled before database errors: a client that disconnects causes the same ECONNRESET as a lost
    // database connection.
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      return sendProblem(reply, request, status, {
        code: codes[status] ?? 'refused',
        detail: clientFault(status, request),
      })
    }
    if (isUnavailable(error)) {
      request.log.error({ error: loggable(error) }, 'database unavailable')
      void reply.header('retry-after', unavailableRetrySeconds)
      return sendProblem(reply, request, 503, { code: 'unavailable', detail: 'Try again in a moment.' })
    }
    request.log.error({ error: loggable(error) }, 'request failed')
    return sendProblem(reply, request, 500, { code: 'internal', detail: 'Something went wrong on our side.' })
  })
}

const pathPatterns = operationTable.map((operation) => ({
  methods: operation.method === 'GET' && !isEventStream(operation) ? ['GET', 'HEAD'] : [operation.method],
  pattern: new RegExp(`^${operation.url.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** 405 with `Allow` for a path in the contract, otherwise 404. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const allowed = pathPatterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
  if (allowed.length === 0) {
    return sendProblem(reply, request, 404, { code: 'not_found', detail: 'Nothing exists at this URL.' })
  }
  void reply.header('allow', allowed.join(', '))
  return sendProblem(reply, request, 405, {
    code: 'method_not_allowed',
    detail: 'This URL does not allow this method.',
  })
}
