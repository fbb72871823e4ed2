import type { Handlers } from './context.ts'

export const documentHandlers = {
  getOpenApiDocument: async (_input, { documents }) => documents.full(),
  getPrintOpenApiDocument: async (_input, { documents }) => documents.print(),
} satisfies Handlers
