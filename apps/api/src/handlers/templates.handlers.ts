import { changedResponse } from '../modules/changes/apply-edits.ts'
import type { PublicHandlers, StaffHandlers } from './context.ts'
import { pageHeaders } from '../http/page-headers.ts'
import * as queries from '../modules/templates/templates.queries.ts'
import * as templates from '../modules/templates/templates.service.ts'

export const publicTemplateHandlers = {
  async listPublicSampleTemplates(_input, { em }) {
    return queries.listActiveTemplates(em)
  },
} satisfies PublicHandlers

export const staffTemplateHandlers = {
  async listSampleTemplates({ query }, { em, url }) {
    const page = await queries.listTemplates(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async createSampleTemplate({ body }, { em, staff }) {
    return changedResponse(await templates.createTemplate(em, staff, body))
  },

  async updateSampleTemplate({ params, body, headers }, { em, staff }) {
    return changedResponse(
      await templates.updateTemplate(em, staff, { id: params.id, ifMatch: headers['if-match'] }, body),
    )
  },

  async deleteSampleTemplate({ params }, { em, staff }) {
    return changedResponse(await templates.deleteTemplate(em, staff, params.id))
  },
} satisfies StaffHandlers
