import type { StaffHandlers } from '../http/context.ts'
import { ProblemError } from '../errors.ts'

const notYet = async (): Promise<never> => {
  throw new ProblemError(501, 'not_implemented', 'This server does not offer the operation yet.')
}

/** Operations of the contract that have no handler yet: the whole list. */
export const notYetHandlers: StaffHandlers<
  'retryLeadSync' | 'retryFailedLeadSyncs' | 'retrySampleRequestSync' | 'retryFailedSampleRequestSyncs' | 'getCrmStatus'
> = {
  retryLeadSync: notYet,
  retryFailedLeadSyncs: notYet,
  retrySampleRequestSync: notYet,
  retryFailedSampleRequestSyncs: notYet,
  getCrmStatus: notYet,
}
