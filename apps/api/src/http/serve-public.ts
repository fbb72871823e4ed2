import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import { answerWith } from './answer.ts'
import { readJsonBodies } from './json-body.ts'
import { type CountWrite, limitWrites } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { requestContext, type Server } from './serve.ts'

async function addEmptyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

/** Serves operations that anyone may call. They pay nothing for sessions. */
export function servePublic(
  scope: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  countWrite: CountWrite,
): void {
  const checkOrigin = originCheck(server.config)
  for (const operation of operations) {
    const { method, url, schema, bodyLimit, isBodyOptional, isLimited, success } = operation
    scope.route({
      method,
      url,
      schema,
      ...(bodyLimit > 0 && { bodyLimit }),
      onRequest: isLimited ? [checkOrigin, limitWrites(countWrite)] : checkOrigin,
      ...(isBodyOptional && { preValidation: addEmptyBody }),
      async handler(request, reply) {
        void reply.code(success)
        return answerWith(operation, reply, await server.handle(operation, request, requestContext(request)))
      },
    })
  }
}

/** Serves public operations whose body is of another media type, which is read by them and refused everywhere else. */
export async function serveOtherMedia(
  app: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  countWrite: CountWrite,
): Promise<void> {
  for (const operation of operations) {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      readJsonBodies(scope, operation.bodyMedia)
      servePublic(scope, [operation], server, countWrite)
    })
  }
}
