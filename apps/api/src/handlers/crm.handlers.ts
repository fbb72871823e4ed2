import type { Handlers } from './context.ts'
import { getCrmStatus } from '../modules/crm/crm.queries.ts'
import { pauseCrm, resumeCrm, retryFailedSyncs, retrySync } from '../modules/crm/crm.service.ts'

export const crmHandlers = {
  retryLeadSync: ({ params }, { em }) => retrySync(em, 'lead', params.id),
  retryFailedLeadSyncs: (_input, { em }) => retryFailedSyncs(em, 'lead'),
  retrySampleRequestSync: ({ params }, { em }) => retrySync(em, 'sample_request', params.id),
  retryFailedSampleRequestSyncs: (_input, { em }) => retryFailedSyncs(em, 'sample_request'),
  getCrmStatus: (_input, { em, config }) => getCrmStatus(em, config.crm !== undefined),

  async pauseCrm(_input, { em, config, staff }) {
    await pauseCrm(em, staff)
    return getCrmStatus(em, config.crm !== undefined)
  },

  async resumeCrm(_input, { em, config, staff }) {
    await resumeCrm(em, staff)
    return getCrmStatus(em, config.crm !== undefined)
  },
} satisfies Handlers
