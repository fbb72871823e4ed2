import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { document, type OpenApiDocument } from '@app/contract'

type Paths = Record<string, Record<string, unknown>>

/** The paths of the contract with the operations that have a route. */
function pathsWithRoutes(routes: object): Paths {
  // The generator refuses a contract whose paths are not objects.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the line above says
  const [written, served] = [document['paths'] as Paths, routes as Paths]
  const kept = Object.entries(written).map(([path, operations]) => {
    const methods = Object.entries(operations).filter(([method]) => method in (served[path] ?? {}))
    return [path, Object.fromEntries(methods)] as const
  })
  return Object.fromEntries(kept.filter(([, operations]) => Object.keys(operations).length > 0))
}

/**
 * Collects every route that is registered after this call. The returned function publishes them, once the server is ready,
 * as an OpenAPI document.
 *
 * Routes carry only what validates a request. A document made from their schemas would lack component names, examples,
 * response headers, and error responses, so each operation is published as the contract describes it.
 */
export async function publishRoutes(app: FastifyInstance): Promise<() => OpenApiDocument> {
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: {} }),
    transformObject: (collected) => ({
      ...document,
      paths: pathsWithRoutes(('openapiObject' in collected && collected.openapiObject.paths) || {}),
    }),
  })
  return () => {
    const published = app.swagger()
    if (!('openapi' in published)) throw new Error('The routes were published as Swagger 2')
    return published
  }
}
