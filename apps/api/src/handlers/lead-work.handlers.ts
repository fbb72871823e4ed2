import { pageResponse, replayable } from '../http/responses.ts'
import { changedResponse } from '../modules/changes/apply-edits.ts'
import { editOf } from '../modules/changes/one-record.ts'
import type { Handlers } from './context.ts'
import { mergeLead, unmergeLead } from '../modules/leads/work/lead-merge.service.ts'
import { createLeadNote } from '../modules/leads/work/lead-work.service.ts'
import { listTimeline } from '../modules/leads/work/lead-timeline.queries.ts'
import * as views from '../modules/leads/work/lead-views.service.ts'
import { listLeadOwners } from '../modules/leads/work/lead-work.queries.ts'
import * as work from '../modules/leads/work/lead-work.service.ts'
import { listRelated } from '../modules/leads/work/related-records.queries.ts'

export const leadWorkHandlers = {
  async listLeadOwners(_input, { em }) {
    return listLeadOwners(em)
  },

  async updateLead(input, { em, staff }) {
    return changedResponse(await work.updateLead(em, staff, editOf(input)))
  },

  async updateLeads({ body }, { em, staff }) {
    return changedResponse(await work.updateLeads(em, staff, body))
  },

  async createLeadNote({ params, body, headers }, { em, staff }) {
    const { entry, isNew } = await createLeadNote(em, staff, params.id, body, headers['idempotency-key'])
    return replayable(entry, isNew)
  },

  async listLeadTimeline({ params, query }, context) {
    const { em, url } = context
    const page = await listTimeline(em, params.id, query)
    context.accessLog.note(context, { kind: 'open', list: 'leads', recordId: params.id })
    return pageResponse(url, page)
  },

  async listRelatedRecords({ params: { id } }, context) {
    const related = await listRelated(context.em, id)
    context.accessLog.note(context, { kind: 'open', list: 'leads', recordId: id })
    return related
  },

  async mergeLead({ params, body }, { em, staff }) {
    return changedResponse(await mergeLead(em, staff, params.id, body.into))
  },

  async unmergeLead({ params }, { em, staff }) {
    return changedResponse(await unmergeLead(em, staff, params.id))
  },

  async listLeadViews(_input, { em, staff }) {
    return views.listViews(em, staff)
  },

  async createLeadView({ body }, { em, staff }) {
    return changedResponse(await views.createView(em, staff, body))
  },

  async updateLeadView(input, { em, staff }) {
    return changedResponse(await views.updateView(em, staff, editOf(input)))
  },

  async deleteLeadView({ params }, { em, staff }) {
    return changedResponse(await views.deleteView(em, staff, params.id))
  },
} satisfies Handlers
