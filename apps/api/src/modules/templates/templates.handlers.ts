import type { PublicHandlers, StaffHandlers } from '../../http/context.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import * as templates from './templates.queries.ts'

export const publicTemplateHandlers: PublicHandlers<'listActiveSampleTemplates'> = {
  async listActiveSampleTemplates(_input, { em }) {
    return templates.listActiveTemplates(em)
  },
}

type Ids = 'listSampleTemplates' | 'createSampleTemplate' | 'updateSampleTemplate' | 'deleteSampleTemplate'

export const staffTemplateHandlers: StaffHandlers<Ids> = {
  async listSampleTemplates({ query }, { em, url }) {
    const page = await templates.listTemplates(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async createSampleTemplate({ body }, { em }) {
    return templates.createTemplate(em, body)
  },

  async updateSampleTemplate({ params, body, headers }, { em }) {
    return templates.updateTemplate(em, params.id, body, headers['if-match'])
  },

  async deleteSampleTemplate({ params }, { em }) {
    await templates.deleteTemplate(em, params.id)
  },
}
