import type { FastifyRequest } from 'fastify'
import type { FieldError, Operation } from '@app/contract'
import type { Config } from '../config/config.ts'
import type { RequestContext } from './context.ts'

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

export const requestContext = (request: FastifyRequest): RequestContext => ({
  log: request.log,
  url: request.url,
  clientAddress: request.ip,
})
