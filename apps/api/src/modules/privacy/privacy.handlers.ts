import { pageHeaders } from '../../http/page-headers.ts'
import type { StaffHandlers } from '../context.ts'
import { listAccess } from './access.queries.ts'

export const privacyHandlers: StaffHandlers<'listAccessEntries'> = {
  async listAccessEntries({ query }, { em, url }) {
    const page = await listAccess(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },
}
