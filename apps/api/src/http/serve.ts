import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, Operation } from '@app/contract'
import type { Config } from '../config/config.ts'
import { inRequest } from '../errors/request-scope.ts'
import { answerWith } from './answer.ts'
import type { RequestContext } from './context.ts'
import { mismatch } from './field-errors.ts'
import { isEventStream } from './operation-kinds.ts'

/** What serving an operation takes, of whatever kind it is. */
export interface Server {
  config: Config
  /** Calls the operation's handler with what is handed to all handlers and with the context of this kind. */
  handle: (operation: Operation, request: FastifyRequest, context: RequestContext) => Promise<unknown>
  /** What else is wrong with a body that its schema refuses. Undefined where nobody looks any further. */
  bodyFaults: (
    operation: Operation,
  ) => ((request: FastifyRequest, context: RequestContext) => Promise<FieldError[]>) | undefined
}

/** Refuses a request, or notes who sent it, before its body is read. @throws {ProblemError} */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

interface Kind {
  /** In this order. */
  guards: (operation: Operation) => Guard[]
  /** The last guard of operations that the write limit counts. */
  limit?: Guard
  contextOf: (request: FastifyRequest, operation: Operation) => RequestContext
}

export const requestContext = (request: FastifyRequest): RequestContext => ({
  log: request.log,
  url: request.url,
  clientAddress: request.ip,
})

async function addEmptyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

/** Serves operations of one kind. */
export function serve(
  scope: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  { guards, limit, contextOf }: Kind,
): void {
  for (const operation of operations) {
    const { method, url, schema, bodyLimit, isBodyOptional, isLimited, success } = operation
    const bodyFaults = server.bodyFaults(operation)
    scope.route({
      method,
      url,
      schema,
      attachValidation: bodyFaults !== undefined,
      ...(bodyLimit > 0 && { bodyLimit }),
      // HEAD would open a stream that nobody reads.
      exposeHeadRoute: !isEventStream(operation),
      onRequest: [...guards(operation), ...(isLimited && limit ? [limit] : [])],
      ...(isBodyOptional && { preValidation: addEmptyBody }),
      async handler(request, reply) {
        const context = contextOf(request, operation)
        const { validationError } = request
        if (validationError) {
          const isBody = validationError.validationContext === 'body'
          throw mismatch(request, validationError, isBody ? await bodyFaults?.(request, context) : [])
        }
        void reply.code(success)
        const answer = await inRequest(request.id, () => server.handle(operation, request, context))
        return answerWith(operation, reply, answer)
      },
    })
  }
}
