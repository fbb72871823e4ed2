import type { Handlers } from './context.ts'
import { getCrmStatus } from '../modules/crm/crm.queries.ts'
import { pauseCrm, resumeCrm, retryFailedSyncs, retrySync } from '../modules/crm/crm.service.ts'

export const crmHandlers = {
  async retryLeadSync({ params }, { em }) {
    return retrySync(em, 'lead', params.id)
  },

  async retryFailedLeadSyncs(_input, { em }) {
    return retryFailedSyncs(em, 'lead')
  },

  async retrySampleRequestSync({ params }, { em }) {
    return retrySync(em, 'sample_request', params.id)
  },

  async retryFailedSampleRequestSyncs(_input, { em }) {
    return retryFailedSyncs(em, 'sample_request')
  },

  async getCrmStatus(_input, { em, config }) {
    return getCrmStatus(em, config.crm !== undefined)
  },

  async pauseCrm(_input, { em, config, staff }) {
    await pauseCrm(em, staff)
    return getCrmStatus(em, config.crm !== undefined)
  },

  async resumeCrm(_input, { em, config, staff }) {
    await resumeCrm(em, staff)
    return getCrmStatus(em, config.crm !== undefined)
  },
} satisfies Handlers
