import type { Handlers } from './context.ts'

export const documentHandlers = {
  async getOpenApiDocument(_input, { documents }) {
    return documents.full()
  },

  async getPrintOpenApiDocument(_input, { documents }) {
    return documents.print()
  },
} satisfies Handlers
