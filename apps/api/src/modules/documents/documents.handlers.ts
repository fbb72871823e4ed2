import { document } from '@app/contract'
import type { PublicHandlers } from '../context.ts'

export const documentHandlers: PublicHandlers<'getOpenApiDocument'> = {
  async getOpenApiDocument() {
    // The document that all of this is generated from names its own version.
    return document as { openapi: string }
  },
}
