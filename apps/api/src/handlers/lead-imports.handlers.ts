import { pageResponse, replayable } from '../http/responses.ts'
import type { Handlers } from './context.ts'
import { listImports, readImport } from '../modules/leads/imports/lead-imports.queries.ts'
import { checkImport, createLeadImport, undoImport } from '../modules/leads/imports/lead-imports.service.ts'

export const leadImportHandlers = {
  async listLeadImports({ query }, { em, url }) {
    return pageResponse(url, await listImports(em, query))
  },

  async getLeadImport({ params }, { em }) {
    return readImport(em, params.id)
  },

  async createLeadImport({ body, headers }, { em, staff }) {
    const { stored, isNew } = await createLeadImport(em, staff, body, headers['idempotency-key'])
    return replayable(stored, isNew)
  },

  async checkLeadImport({ body }, { em }) {
    return checkImport(em, body.rows)
  },

  async undoLeadImport({ params }, { em, staff }) {
    return undoImport(em, staff, params.id)
  },
} satisfies Handlers
