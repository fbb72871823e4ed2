import { Readable, pipeline, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, Operation } from '@app/contract'
import { inRequest } from '../errors/request-scope.ts'
import type { RequestContext } from './context.ts'
import { mismatch } from './field-errors.ts'
import { readBodiesOf } from './json-body.ts'
import type { Turns } from './limits.ts'
import { isEventStream, takesOtherMedia, isFile } from './operation-kinds.ts'

/** Regular comments keep proxies from closing an idle connection, and detect disconnected readers. */
const heartbeatMs = 15_000

/** Events in EventSource format, one JSON document each. The stream and its source end together. */
function eventStream(events: AsyncIterable<unknown>): Transform {
  const frames = new Transform({
    writableObjectMode: true,
    transform: (event, _encoding, done) => done(null, `data: ${JSON.stringify(event)}\n\n`),
  })
  const heartbeat = setInterval(() => frames.push(':\n\n'), heartbeatMs)
  // Nothing here waits for the end, and either side may cause it.
  pipeline(events, frames, () => clearInterval(heartbeat))
  return frames
}

interface NamedAnswer {
  body: unknown
  headers: Record<string, string | undefined>
  /** The status, for operations with two. */
  status?: number
}

type Pieces = AsyncIterable<Uint8Array>
type FileAnswer = Pieces | { body: Pieces; headers: NamedAnswer['headers'] }

/** Sets the status, media type, and named headers of an operation's success response, and returns its body. */
function answerWith(operation: Operation, reply: FastifyReply, result: unknown): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The handler's type follows from the contract.
  if (isEventStream(operation)) return streamOfEvents(reply, result as AsyncIterable<unknown>)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above.
  if (isFile(operation)) return streamOfFile(operation, reply, result as FileAnswer)
  if (operation.responseHeaders.length === 0) return result
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above: with named headers it returns these two.
  const { body, headers, status } = result as NamedAnswer
  if (status !== undefined) void reply.code(status)
  setNamed(reply, headers)
  if (operation.media !== 'text/csv') return body
  void reply.type('text/csv; charset=utf-8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above: a CSV file is a stream of text chunks.
  return Readable.from(body as AsyncIterable<string>)
}

function setNamed(reply: FastifyReply, headers: NamedAnswer['headers']): void {
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) void reply.header(name, value)
}

/** Our pages on another host may show the image: its link is signed, so anyone with the link may see it. */
function streamOfFile({ media }: Operation, reply: FastifyReply, result: FileAnswer): Readable {
  const { body, headers } = 'body' in result ? result : { body: result, headers: {} }
  setNamed(reply, headers)
  void reply.type(media).header('cross-origin-resource-policy', 'cross-origin')
  return body instanceof Readable ? body : Readable.from(body)
}

function streamOfEvents(reply: FastifyReply, events: AsyncIterable<unknown>): Readable {
  void reply.type('text/event-stream; charset=utf-8').headers({
    // Tells buffering proxies not to buffer this response.
    'x-accel-buffering': 'no',
    // The connection is not reused after its stream, so a shutdown need not wait for it.
    connection: 'close',
  })
  return eventStream(events)
}

/** The server's part of every operation kind. */
export interface Server {
  /** Calls the operation's handler with the services and this kind's context. */
  handle: (operation: Operation, request: FastifyRequest, context: RequestContext) => Promise<unknown>
  /** Finds further errors in a body that its schema rejects. Undefined when the operation has no such check. */
  bodyFaults: (
    operation: Operation,
  ) => ((request: FastifyRequest, context: RequestContext) => Promise<FieldError[]>) | undefined
}

/** Rejects a request, or records its caller, before the body is read. @throws {ProblemError} */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** How operations of one kind are served. */
export interface Kind {
  /** Prepares the scope of these operations, for example for sessions. */
  prepare?: (scope: FastifyInstance) => Promise<void>
  /** The guards, in execution order. */
  guards: (operation: Operation) => Guard[]
  /** The last guard of operations under the write limit. */
  limit?: Guard
  /** Limits concurrency. Without it, operations run immediately. */
  inTurn?: Turns
  contextOf: (request: FastifyRequest, operation: Operation, reply: FastifyReply) => RequestContext
  /** Sends a handler's result that does not follow the schema, such as a page. */
  send?: (reply: FastifyReply, result: unknown) => FastifyReply
}

export const requestContext = (request: FastifyRequest): RequestContext => ({
  log: request.log,
  url: request.url,
  clientAddress: request.ip,
})

async function addEmptyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

/**
 * Serves operations of one kind. Bodies of other media types are read only by their operations, and rejected everywhere
 * else.
 */
export async function serve(
  app: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  kind: Kind,
): Promise<void> {
  await app.register(async (scope) => {
    await kind.prepare?.(scope)
    for (const operation of operations) {
      if (takesOtherMedia(operation)) {
        await scope.register(async (own) => {
          readBodiesOf(own, operation)
          addRoute(own, operation, server, kind)
        })
      } else {
        addRoute(scope, operation, server, kind)
      }
    }
  })
}

function addRoute(
  scope: FastifyInstance,
  operation: Operation,
  server: Server,
  { guards, limit, inTurn, contextOf, send }: Kind,
): void {
  const { method, url, schema, bodyLimit, isBodyOptional, isLimited, success } = operation
  const { response: _response, ...input } = schema
  const bodyFaults = server.bodyFaults(operation)
  scope.route({
    method,
    url,
    schema: send ? input : schema,
    attachValidation: bodyFaults !== undefined,
    ...(bodyLimit > 0 && { bodyLimit }),
    // HEAD would open a stream without a reader.
    exposeHeadRoute: !isEventStream(operation),
    onRequest: [...guards(operation), ...(isLimited && limit ? [limit] : [])],
    ...(isBodyOptional && { preValidation: addEmptyBody }),
    async handler(request, reply) {
      const context = contextOf(request, operation, reply)
      const { validationError } = request
      if (validationError) {
        const isBody = validationError.validationContext === 'body'
        throw mismatch(request, validationError, isBody ? await bodyFaults?.(request, context) : [])
      }
      void reply.code(success)
      const work = () => inRequest(request.id, () => server.handle(operation, request, context))
      const answer = await (inTurn ? inTurn(request, work) : work())
      return send ? send(reply, answer) : answerWith(operation, reply, answer)
    },
  })
}
