import type { FastifyInstance } from 'fastify'
import { operationTable } from '@app/contract'

/** The API documentation pages describe operations but are not operations. */
const outsideTheContract = ['/api/docs']

/** Prevents startup when a plugin registers a route under /api or /v1 that the contract does not define. */
export function refuseRoutesOutsideTheContract(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url }) => {
    if (!/^\/(api|v1)/.test(url) || outsideTheContract.some((path) => url === path || url.startsWith(`${path}/`)))
      return
    for (const one of [method].flat()) {
      if (one === 'HEAD' || one === 'OPTIONS') continue
      if (!operationTable.some((operation) => operation.url === url && operation.method === one)) {
        throw new Error(`Route ${one} ${url} is not in the contract`)
      }
    }
  })
}
