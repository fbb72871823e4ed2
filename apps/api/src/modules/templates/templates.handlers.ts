import type { PublicHandlers, StaffHandlers } from '../context.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import * as queries from './templates.queries.ts'
import * as templates from './templates.service.ts'

export const publicTemplateHandlers: PublicHandlers<'listActiveSampleTemplates'> = {
  async listActiveSampleTemplates(_input, { em }) {
    return queries.listActiveTemplates(em)
  },
}

type Ids = 'listSampleTemplates' | 'createSampleTemplate' | 'updateSampleTemplate' | 'deleteSampleTemplate'

export const staffTemplateHandlers: StaffHandlers<Ids> = {
  async listSampleTemplates({ query }, { em, url }) {
    const page = await queries.listTemplates(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async createSampleTemplate({ body }, { em, staff }) {
    return templates.createTemplate(em, staff, body)
  },

  async updateSampleTemplate({ params, body, headers }, { em, staff }) {
    return templates.updateTemplate(em, staff, params.id, body, headers['if-match'])
  },

  async deleteSampleTemplate({ params }, { em }) {
    await templates.deleteTemplate(em, params.id)
  },
}
