import { pageResponse } from '../http/responses.ts'
import type { Handlers } from './context.ts'
import { listRenderers } from '../modules/print/renderers/renderers.queries.ts'
import * as queries from '../modules/print/admin/print-admin.queries.ts'
import { revokeKey } from '../modules/print/keys/keys.service.ts'

export const staffPrintHandlers = {
  async getPrintStats({ query }, { em, config }) {
    return queries.getStats(em, query.days, config.businessTimeZone)
  },

  async listRenderers(_input, { em }) {
    return listRenderers(em)
  },

  async listSandboxKeys({ query }, { em, url }) {
    return pageResponse(url, await queries.listKeys(em, query))
  },

  async revokeSandboxKey({ params }, { em, staff }) {
    return revokeKey(em, staff, params.id)
  },
} satisfies Handlers
