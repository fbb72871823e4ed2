import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import type { Handlers } from './context.ts'
import { csvFileHeaders, pageResponse, replayable } from '../http/responses.ts'
import { recordedExport } from './recorded-export.ts'
import { setSpam } from '../modules/spam/spam.ts'
import {
  getLeadSourceCounts,
  getLeadStageCounts,
  getLeadStats,
  getLeadStatusCounts,
} from '../modules/leads/lead-counts.ts'
import { getDailyCounts, getLeadTrends } from '../modules/leads/lead-history.ts'
import { getLeadReport } from '../modules/leads/lead-report.queries.ts'
import { exportLeadAttribution, getLeadAttribution } from '../modules/leads/touches/attribution.queries.ts'
import { exportLeads, getLead, listLeads, listSpamLeads } from '../modules/leads/leads.queries.ts'
import * as leads from '../modules/leads/leads.service.ts'
import { leadRecord } from '../modules/leads/work/lead-record.ts'
import { listImports, readImport } from '../modules/leads/imports/lead-imports.queries.ts'
import { checkImport, createLeadImport, undoImport } from '../modules/leads/imports/lead-imports.service.ts'
import { mergeLead, unmergeLead } from '../modules/leads/work/lead-merge.service.ts'
import { listTimeline } from '../modules/leads/work/lead-timeline.queries.ts'
import * as views from '../modules/leads/work/lead-views.service.ts'
import { listLeadOwners } from '../modules/leads/work/lead-work.queries.ts'
import * as work from '../modules/leads/work/lead-work.service.ts'
import { listRelated } from '../modules/leads/work/related-records.queries.ts'

export const leadHandlers = {
  async createLead({ body, headers }, { em, arrivals, campaignLinks }) {
    const campaignOf = async (code: string) => (await campaignLinks.find(code))?.campaign
    const { receipt, isNew } = await leads.createLead(em, { arrivals, campaignOf }, body, headers['idempotency-key'])
    return replayable(receipt, isNew)
  },

  async listLeads({ query }, context) {
    const { em, config, staff, url } = context
    const page = await listLeads(em, query, { timeZone: config.businessTimeZone, staffId: staff.id })
    if (query.q) context.accessLog.note(context, { kind: 'search', list: 'leads', rows: page.rows.length })
    return pageResponse(url, page)
  },

  async exportLeads({ query }, context) {
    const { em, config, staff } = context
    const reader = { timeZone: config.businessTimeZone, staffId: staff.id }
    const body = await recordedExport(context, { list: 'leads', query }, (onRows) =>
      exportLeads(em, query, { ...reader, onRows }),
    )
    return { body, headers: csvFileHeaders('leads', config.businessTimeZone) }
  },

  async getLead({ params: { id } }, context) {
    const lead = await getLead(context.em, id)
    context.accessLog.note(context, { kind: 'open', list: 'leads', recordId: id })
    return lead
  },

  getLeadStats: (_input, { em, config }) => getLeadStats(em, config.businessTimeZone),
  getLeadStatusCounts: (_input, { em, config }) => getLeadStatusCounts(em, config.businessTimeZone),
  getLeadStageCounts: (_input, { em, config }) => getLeadStageCounts(em, config.businessTimeZone),
  getLeadSourceCounts: (_input, { em, config }) => getLeadSourceCounts(em, config.businessTimeZone),
  getLeadTrends: (_input, { em, config }) => getLeadTrends(em, config.businessTimeZone),
  getDailyCounts: ({ query }, { em, config }) => getDailyCounts(em, query.days, config.businessTimeZone),
  getLeadReport: ({ query }, { em, config }) => getLeadReport(em, config.businessTimeZone, query),
  getLeadAttribution: ({ query }, { em, config }) => getLeadAttribution(em, query, config.businessTimeZone),

  async exportLeadAttribution({ query }, { em, config }) {
    const body = await exportLeadAttribution(em, query, config.businessTimeZone)
    return { body, headers: csvFileHeaders(`leads-by-${query.by ?? 'source'}`, config.businessTimeZone) }
  },

  listSpamLeads: ({ query }, { em, url }) => pageResponse(url, listSpamLeads(em, query)),

  async updateLeadSpam({ params, body }, { em, arrivals, staff }) {
    const edits = [{ id: params.id, patch: body }]
    return changedResponse(setSpam(em, leadRecord, staff, edits, (id) => arrivals.note('leads', id)))
  },

  async updateLeadsSpam({ body: { records, patch } }, { em, arrivals, staff }) {
    const edits = records.map((record) => ({ ...record, patch }))
    return changedResponse(setSpam(em, leadRecord, staff, edits, (id) => arrivals.note('leads', id)))
  },

  listLeadImports: ({ query }, { em, url }) => pageResponse(url, listImports(em, query)),
  getLeadImport: ({ params }, { em }) => readImport(em, params.id),

  async createLeadImport({ body, headers }, { em, staff }) {
    const { stored, isNew } = await createLeadImport(em, staff, body, headers['idempotency-key'])
    return replayable(stored, isNew)
  },

  checkLeadImport: ({ body }, { em }) => checkImport(em, body.rows),
  undoLeadImport: ({ params }, { em, staff }) => undoImport(em, staff, params.id),
  listLeadOwners: (_input, { em }) => listLeadOwners(em),
  updateLead: (input, { em, staff }) => changedResponse(work.updateLead(em, staff, editOf(input))),
  updateLeads: ({ body }, { em, staff }) => changedResponse(work.updateLeads(em, staff, body)),

  async createLeadNote({ params, body, headers }, { em, staff }) {
    const { entry, isNew } = await work.createLeadNote(em, staff, params.id, body, headers['idempotency-key'])
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

  mergeLead: ({ params, body }, { em, staff }) => changedResponse(mergeLead(em, staff, params.id, body.into)),
  unmergeLead: ({ params }, { em, staff }) => changedResponse(unmergeLead(em, staff, params.id)),
  listLeadViews: (_input, { em, staff }) => views.listViews(em, staff),
  createLeadView: ({ body }, { em, staff }) => changedResponse(views.createView(em, staff, body)),
  updateLeadView: (input, { em, staff }) => changedResponse(views.updateView(em, staff, editOf(input))),
  deleteLeadView: ({ params }, { em, staff }) => changedResponse(views.deleteView(em, staff, params.id)),
} satisfies Handlers
