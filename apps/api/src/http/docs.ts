import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { document } from '@app/contract'
import { pagePolicy } from './page-policy.ts'

/** Serves the contract as a page at /api/docs. Everything that the page loads comes from this server. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // The contract was linted as OpenAPI 3.1 before this was generated; the plugin's type is of no package of ours.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the line above says
    specification: { document: document as never },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'list' },
    theme: { title: 'API documents' },
    staticCSP: pagePolicy([
      "default-src 'none'",
      "script-src 'self'",
      // The page's scripts set inline styles.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]),
  })
}
