import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, Operation } from '@app/contract'
import { inRequest } from '../errors/request-scope.ts'
import { answerWith } from './answer.ts'
import type { RequestContext } from './context.ts'
import { mismatch } from './field-errors.ts'
import { readBodiesOf } from './json-body.ts'
import type { Turns } from './limits.ts'
import { isEventStream, takesOtherMedia } from './operation-kinds.ts'

/** The server's side of every kind of operation. */
export interface Server {
  /** Calls the operation's handler with the services and with the context of this kind. */
  handle: (operation: Operation, request: FastifyRequest, context: RequestContext) => Promise<unknown>
  /** Finds further errors in a body that its schema rejects. Undefined when the operation has no such check. */
  bodyFaults: (
    operation: Operation,
  ) => ((request: FastifyRequest, context: RequestContext) => Promise<FieldError[]>) | undefined
}

/** Refuses a request, or notes who sent it, before its body is read. @throws {ProblemError} */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** How operations of one kind are served. */
export interface Kind {
  /** Prepares the scope of these operations, such as for sessions. */
  prepare?: (scope: FastifyInstance) => Promise<void>
  /** In this order. */
  guards: (operation: Operation) => Guard[]
  /** The last guard of operations that the write limit counts. */
  limit?: Guard
  /** At once, if it is left out. */
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

/** Serves operations of one kind. Bodies of other media types are read by their operations, and refused everywhere else. */
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
