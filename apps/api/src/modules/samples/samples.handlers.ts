import type { PublicHandlers, StaffHandlers } from '../context.ts'
import { csvFileHeaders } from '../../http/file-headers.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { setSpam } from '../set-spam.ts'
import * as queries from './samples.queries.ts'
import * as samples from './samples.service.ts'

export const publicSampleHandlers: PublicHandlers<'createSampleRequest'> = {
  async createSampleRequest({ body, headers }, { em, arrivals }) {
    return samples.createSampleRequest(em, arrivals, body, headers['idempotency-key'])
  },
}

type Ids =
  | 'listSampleRequests'
  | 'getSampleRequestCounts'
  | 'setSampleRequestProcessed'
  | 'setSampleRequestsProcessed'
  | 'setSampleRequestsPrinted'
  | 'exportSampleRequests'
  | 'listSpamSampleRequests'
  | 'setSampleRequestSpam'

export const staffSampleHandlers: StaffHandlers<Ids> = {
  async listSampleRequests({ query }, { em, config, url }) {
    const page = await queries.listSampleRequests(em, query, config)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async getSampleRequestCounts(_input, { em }) {
    return queries.countSampleRequests(em)
  },

  async exportSampleRequests({ query }, { em, config }) {
    const body = await queries.exportSampleRequests(em, query, config)
    return { body, headers: csvFileHeaders('sample-requests', config.businessTimeZone) }
  },

  async setSampleRequestProcessed({ params, body }, { em, config, staff }) {
    return samples.setProcessed(em, staff, params.id, body.processed, config)
  },

  async setSampleRequestsProcessed({ body }, { em, config, staff }) {
    return samples.setManyProcessed(em, staff, body.ids, body.processed, config)
  },

  async setSampleRequestsPrinted({ body }, { em, config, staff }) {
    return samples.setManyPrinted(em, staff, body.ids, config)
  },

  async listSpamSampleRequests({ query }, { em, url }) {
    const page = await queries.listSpamSampleRequests(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async setSampleRequestSpam({ params, body }, { em, arrivals, staff }) {
    await setSpam(em, arrivals, staff, { table: 'sample_request', ids: [params.id], ...body })
  },
}
