import { changedResponse } from '../modules/changes/apply-edits.ts'
import { editOf } from '../modules/changes/one-record.ts'
import type { Handlers } from './context.ts'
import { pageResponse } from '../http/responses.ts'
import * as queries from '../modules/templates/templates.queries.ts'
import * as templates from '../modules/templates/templates.service.ts'

export const templateHandlers = {
  async listPublicSampleTemplates(_input, { em }) {
    return queries.listActiveTemplates(em)
  },

  async listSampleTemplates({ query }, { em, url }) {
    return pageResponse(url, await queries.listTemplates(em, query))
  },

  async createSampleTemplate({ body }, { em, staff }) {
    return changedResponse(await templates.createTemplate(em, staff, body))
  },

  async updateSampleTemplate(input, { em, staff }) {
    return changedResponse(await templates.updateTemplate(em, staff, editOf(input)))
  },

  async deleteSampleTemplate({ params }, { em, staff }) {
    return changedResponse(await templates.deleteTemplate(em, staff, params.id))
  },
} satisfies Handlers
