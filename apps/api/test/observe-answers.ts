import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { TestRunner } from 'vitest'
import { type OperationId, operationTable } from '@app/contract'

declare module 'vitest' {
  interface TaskMeta {
    /** Statuses that each operation answered with during this test, in the order in which they first came. */
    answers?: Partial<Record<OperationId, number[]>>
  }
}

const idOf = new Map(operationTable.map(({ id, method, url }) => [`${method} ${url}`, id]))

/** Notes in the report of the running test what an operation answered; tools/proofs.ts reads it there. */
function note(route: string, status: number): void {
  const id = idOf.get(route)
  const test = TestRunner.getCurrentTest()
  if (!id || !test) return
  const answers = (test.meta.answers ??= {})
  const statuses = (answers[id] ??= [])
  if (!statuses.includes(status)) statuses.push(status)
}

subscribe('fastify.initialization', (message) => {
  // Fastify documents this shape for the channel.
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', (request, reply, payload, done) => {
    note(`${request.method} ${request.routeOptions.url}`, reply.statusCode)
    done(null, payload)
  })
})
