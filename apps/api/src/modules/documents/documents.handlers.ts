import type { PublicHandlers } from '../context.ts'

export const documentHandlers: PublicHandlers<'getOpenApiDocument'> = {
  async getOpenApiDocument(_input, { openApiDocument }) {
    return openApiDocument()
  },
}
