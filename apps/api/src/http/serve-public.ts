import type { FastifyInstance } from 'fastify'
import type { Operation } from '@app/contract'
import { readJsonBodies } from './json-body.ts'
import { type CountWrite, limitWrites } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { requestContext, serve, type Server } from './serve.ts'

/** Serves operations that anyone may call. They pay nothing for sessions. */
export function servePublic(
  scope: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  countWrite: CountWrite,
): void {
  const guards = [originCheck(server.config)]
  serve(scope, operations, server, { guards: () => guards, limit: limitWrites(countWrite), contextOf: requestContext })
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
