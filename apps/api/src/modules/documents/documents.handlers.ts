import { document } from '@app/contract'
import type { PublicHandlers } from '../context.ts'

export const documentHandlers: PublicHandlers<'getOpenApiDocument'> = {
  async getOpenApiDocument() {
    // The contract is linted as OpenAPI before it is generated, so it names its version.
    return document as { openapi: string }
  },
}
