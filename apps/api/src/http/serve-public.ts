import type { FastifyInstance } from 'fastify'
import type { Operation } from '@app/contract'
import { type CountWrite, limitWrites } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { requestContext, serve, type Server } from './serve.ts'

/** Serves operations that anyone may call. They pay nothing for sessions. */
export async function servePublic(
  scope: FastifyInstance,
  operations: readonly Operation[],
  server: Server,
  countWrite: CountWrite,
): Promise<void> {
  const guards = [originCheck(server.config)]
  await serve(scope, operations, server, {
    guards: () => guards,
    limit: limitWrites(countWrite),
    contextOf: requestContext,
  })
}
