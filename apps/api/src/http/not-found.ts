import type { FastifyReply, FastifyRequest } from 'fastify'
import { operationTable } from '@app/contract'
import { isEventStream } from './operation-kinds.ts'
import { sendProblem } from './problems.ts'

const pathPatterns = operationTable.map((operation) => ({
  methods: operation.method === 'GET' && !isEventStream(operation) ? ['GET', 'HEAD'] : [operation.method],
  pattern: new RegExp(`^${operation.url.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** 405 with `Allow` for a path that the contract names, else 404. */
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
