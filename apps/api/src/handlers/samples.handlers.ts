import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import type { Handlers } from './context.ts'
import { csvFileHeaders, pageResponse, replayable } from '../http/responses.ts'
import { recordedExport } from './recorded-export.ts'
import { setSpam } from '../modules/spam/spam.ts'
import { listHistory } from '../modules/samples/sample-history.queries.ts'
import { sampleRequestRecord } from '../modules/samples/sample-request-record.ts'
import * as queries from '../modules/samples/samples.queries.ts'
import * as samples from '../modules/samples/samples.service.ts'
import { listActiveTemplates, listTemplates } from '../modules/templates/templates.queries.ts'
import * as templates from '../modules/templates/templates.service.ts'

const list = 'sample_requests'

export const sampleHandlers = {
  async createSampleRequest({ body, headers }, { em, arrivals }) {
    const { receipt, isNew } = await samples.createSampleRequest(em, arrivals, body, headers['idempotency-key'])
    return replayable(receipt, isNew)
  },

  async listSampleRequests({ query }, context) {
    const { em, config, url } = context
    const page = await queries.listSampleRequests(em, query, config)
    if (query.q) context.accessLog.note(context, { kind: 'search', list, rows: page.rows.length })
    return pageResponse(url, page)
  },

  getSampleRequestCounts: (_input, { em, config }) => queries.countSampleRequests(em, config.businessTimeZone),

  async exportSampleRequests({ query }, context) {
    const { em, config } = context
    const body = await recordedExport(context, { list, query }, (onRows) =>
      queries.exportSampleRequests(em, query, config, onRows),
    )
    return { body, headers: csvFileHeaders('sample-requests', config.businessTimeZone) }
  },

  updateSampleRequestProcessed: (input, { em, config, staff }) =>
    changedResponse(samples.updateSampleRequest(em, staff, editOf(input), config)),

  async updateSampleRequest(input, context) {
    const { em, config, staff, accessLog } = context
    const saved = await samples.updateSampleRequest(em, staff, editOf(input), config)
    if (input.body.printed) accessLog.note(context, { kind: 'print', list, recordId: input.params.id })
    return changedResponse(saved)
  },

  async updateSampleRequests({ body }, context) {
    const { em, config, staff, accessLog } = context
    const saved = await samples.updateSampleRequests(em, staff, body, config)
    if (body.patch.printed) {
      for (const { id: recordId } of saved.body) accessLog.note(context, { kind: 'print', list, recordId })
    }
    return changedResponse(saved)
  },

  async listSampleRequestHistory({ params: { id } }, context) {
    const history = await listHistory(context.em, id)
    context.accessLog.note(context, { kind: 'open', list, recordId: id })
    return history
  },

  listSpamSampleRequests: ({ query }, { em, url }) => pageResponse(url, queries.listSpamSampleRequests(em, query)),

  async updateSampleRequestSpam({ params, body }, { em, arrivals, staff }) {
    const edits = [{ id: params.id, patch: body }]
    const onFreed = (id: string) => arrivals.note('sample_requests', id)
    return changedResponse(setSpam(em, sampleRequestRecord, staff, edits, onFreed))
  },

  listPublicSampleTemplates: (_input, { em }) => listActiveTemplates(em),
  listSampleTemplates: ({ query }, { em, url }) => pageResponse(url, listTemplates(em, query)),
  createSampleTemplate: ({ body }, { em, staff }) => changedResponse(templates.createTemplate(em, staff, body)),
  updateSampleTemplate: (input, { em, staff }) => changedResponse(templates.updateTemplate(em, staff, editOf(input))),
  deleteSampleTemplate: ({ params }, { em, staff }) => changedResponse(templates.deleteTemplate(em, staff, params.id)),
} satisfies Handlers
