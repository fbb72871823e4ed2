import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { TestRunner } from 'vitest'
import { type OperationId, operationTable } from '@app/contract'

declare module 'vitest' {
  interface TaskMeta {
    /** Response statuses of each operation during this test, in order of first appearance. */
    answers?: Partial<Record<OperationId, number[]>>
  }
}

const idOf = new Map(operationTable.map(({ id, method, url }) => [`${method} ${url}`, id]))

/** Records the status of an operation in the report of the running test, where tools/proofs.ts reads it. */
function note(route: string, status: number): void {
  const id = idOf.get(route)
  const test = TestRunner.getCurrentTest()
  if (!id || !test) return
  const answers = (test.meta.answers ??= {})
  const statuses = (answers[id] ??= [])
  if (!statuses.includes(status)) statuses.push(status)
}

subscribe('fastify.initialization', (message) => {
  // Fastify documents this type for the channel.
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', (request, reply, payload, done) => {
    note(`${request.method} ${request.routeOptions.url}`, reply.statusCode)
    done(null, payload)
  })
})
