import { document } from '@app/contract'
import type { PublicHandlers } from '../context.ts'

export const documentHandlers: PublicHandlers<'getOpenApiDocument'> = {
  async getOpenApiDocument() {
    return { ...document, openapi: String(document['openapi']) }
  },
}
