import { pageHeaders } from '../http/page-headers.ts'
import type { StaffHandlers } from './context.ts'
import { listRenderers } from '../modules/print/renderers/renderers.queries.ts'
import * as queries from '../modules/print/admin/print-admin.queries.ts'
import { revokeKey } from '../modules/print/admin/print-admin.service.ts'

export const staffPrintHandlers = {
  async getPrintStats({ query }, { em, config }) {
    return queries.getStats(em, query.days, config.businessTimeZone)
  },

  async listRenderers(_input, { em }) {
    return listRenderers(em)
  },

  async listSandboxKeys({ query }, { em, url }) {
    const page = await queries.listKeys(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async revokeSandboxKey({ params }, { em, staff }) {
    return revokeKey(em, staff, params.id)
  },
} satisfies StaffHandlers
