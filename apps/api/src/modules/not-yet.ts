import type { StaffHandlers, PublicHandlers } from '../http/context.ts'
import { ProblemError } from '../errors.ts'

const notYet = async (): Promise<never> => {
  throw new ProblemError(501, 'not_implemented', 'This server does not offer the operation yet.')
}

/** Operations of the contract that have no handler yet: the whole list. */
export const notYetHandlers: PublicHandlers<'listActiveSampleTemplates'> &
  StaffHandlers<
    | 'listSampleTemplates'
    | 'createSampleTemplate'
    | 'updateSampleTemplate'
    | 'deleteSampleTemplate'
    | 'listPricingProducts'
    | 'createPricingProduct'
    | 'updatePricingProduct'
    | 'setPricingProductVisibility'
    | 'listPricingAudit'
    | 'exportLeads'
    | 'retryLeadSync'
    | 'retryFailedLeadSyncs'
    | 'exportSampleRequests'
    | 'retrySampleRequestSync'
    | 'retryFailedSampleRequestSyncs'
    | 'getCrmStatus'
  > = {
  listSampleTemplates: notYet,
  createSampleTemplate: notYet,
  updateSampleTemplate: notYet,
  deleteSampleTemplate: notYet,
  listPricingProducts: notYet,
  createPricingProduct: notYet,
  updatePricingProduct: notYet,
  setPricingProductVisibility: notYet,
  listPricingAudit: notYet,
  listActiveSampleTemplates: notYet,
  exportLeads: notYet,
  retryLeadSync: notYet,
  retryFailedLeadSyncs: notYet,
  exportSampleRequests: notYet,
  retrySampleRequestSync: notYet,
  retryFailedSampleRequestSyncs: notYet,
  getCrmStatus: notYet,
}
