import type { PublicHandlers, StaffHandlers } from '../context.ts'
import { csvFileHeaders } from '../../http/file-headers.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { recordedExport } from '../privacy/recorded-export.ts'
import { setSpam } from '../set-spam.ts'
import * as marks from './sample-marks.service.ts'
import * as queries from './samples.queries.ts'
import { createSampleRequest } from './samples.service.ts'

export const publicSampleHandlers: PublicHandlers<'createSampleRequest'> = {
  async createSampleRequest({ body, headers }, { em, arrivals }) {
    return createSampleRequest(em, arrivals, body, headers['idempotency-key'])
  },
}

const list = 'sample_requests'

type Ids =
  | 'listSampleRequests'
  | 'getSampleRequestCounts'
  | 'setSampleRequestProcessed'
  | 'setSampleRequestsProcessed'
  | 'setSampleRequestsPrinted'
  | 'changeSampleRequest'
  | 'undoSampleRequestChanges'
  | 'listSampleRequestHistory'
  | 'exportSampleRequests'
  | 'listSpamSampleRequests'
  | 'setSampleRequestSpam'

export const staffSampleHandlers: StaffHandlers<Ids> = {
  async listSampleRequests({ query }, context) {
    const { em, config, url } = context
    const page = await queries.listSampleRequests(em, query, config)
    if (query.q) context.accessLog.note(context, { kind: 'search', list, rows: page.rows.length })
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async getSampleRequestCounts(_input, { em, config }) {
    return queries.countSampleRequests(em, config.businessTimeZone)
  },

  async exportSampleRequests({ query }, context) {
    const { em, config } = context
    const body = await recordedExport(context, { list, query }, (onRows) =>
      queries.exportSampleRequests(em, query, config, onRows),
    )
    return { body, headers: csvFileHeaders('sample-requests', config.businessTimeZone) }
  },

  async setSampleRequestProcessed({ params, body, headers }, { em, config, staff }) {
    const seen = { id: params.id, ifMatch: headers['if-match'] }
    return marks.setMarksOfOne(em, staff, seen, body, config)
  },

  async changeSampleRequest({ params, body, headers }, { em, config, staff }) {
    const seen = { id: params.id, ifMatch: headers['if-match'] }
    return marks.setMarksOfOne(em, staff, seen, body, config)
  },

  async setSampleRequestsProcessed({ body: { processed, mailRequester, ...named } }, { em, config, staff }) {
    return marks.setMarks(em, staff, named, { processed, mailRequester }, config)
  },

  async setSampleRequestsPrinted({ body: { printed = true, processed, mailRequester, ...named } }, context) {
    const { em, config, staff, accessLog } = context
    const marked = await marks.setMarks(em, staff, named, { printed, processed, mailRequester }, config)
    if (printed) for (const { id: recordId } of marked) accessLog.note(context, { kind: 'print', list, recordId })
    return marked
  },

  async undoSampleRequestChanges({ body }, { em, config, staff }) {
    return marks.undoMarks(em, staff, body, config)
  },

  async listSampleRequestHistory({ params: { id } }, context) {
    const history = await marks.listHistory(context.em, id)
    context.accessLog.note(context, { kind: 'open', list, recordId: id })
    return history
  },

  async listSpamSampleRequests({ query }, { em, url }) {
    const page = await queries.listSpamSampleRequests(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async setSampleRequestSpam({ params, body }, { em, arrivals, staff }) {
    await setSpam(em, arrivals, staff, { table: 'sample_request', ids: [params.id], ...body })
  },
}
