import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type JsonObject, printDocument } from '@app/api-reference'
import { document } from '@app/contract'

type Paths = Record<string, Record<string, unknown>>

/** The contract's paths, reduced to operations that have a route. */
function pathsWithRoutes(routes: object): Paths {
  // The generator rejects a contract whose paths are not objects.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the line above says
  const [written, served] = [document['paths'] as Paths, routes as Paths]
  const kept = Object.entries(written).map(([path, operations]) => {
    const methods = Object.entries(operations).filter(([method]) => method in (served[path] ?? {}))
    return [path, Object.fromEntries(methods)] as const
  })
  return Object.fromEntries(kept.filter(([, operations]) => Object.keys(operations).length > 0))
}

type PublishedDocument = JsonObject & { openapi: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Checks the members that are used here and for deriving the print API's document. */
const isDocument = (value: unknown): value is PublishedDocument =>
  isObject(value) && typeof value['openapi'] === 'string' && isObject(value['paths']) && isObject(value['components'])

/**
 * Collects every route registered after this call, and publishes them as OpenAPI documents: all of them for staff and
 * integrators, and the print API for its customers. The documents are available once the server is ready.
 *
 * Routes contain only what validates a request. A document made from their schemas would lack component names,
 * examples, response headers, and error responses, so each operation is published as the contract describes it.
 */
export async function publishRoutes(app: FastifyInstance, origin: string) {
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: {} }),
    transformObject: (collected) => ({
      ...document,
      // Tools that import the document call this URL.
      servers: [{ url: origin }],
      paths: pathsWithRoutes(('openapiObject' in collected && collected.openapiObject.paths) || {}),
    }),
  })
  const full = (): PublishedDocument => {
    const published: unknown = app.swagger()
    if (!isDocument(published)) throw new TypeError('The routes were not published as OpenAPI 3')
    return published
  }
  return { full, print: (): PublishedDocument => ({ ...printDocument(full()), openapi: full().openapi }) }
}

export type PublishedDocuments = Awaited<ReturnType<typeof publishRoutes>>
