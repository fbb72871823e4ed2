/**
 * Why a call to the CRM failed.
 * passing: a retry makes sense. refused: a retry is pointless. credentials: the CRM rejects our account.
 */
type CrmFault = 'passing' | 'refused' | 'credentials'

interface Circumstances {
  /** The CRM may have carried out the call all the same. */
  isAmbiguous?: boolean
  /** The pause that the CRM requested. */
  restMs?: number
  /** For a reason of our own, a retry makes no sense before this. */
  waitMs?: number
}

/** Staff read the message. It contains no personal data and no secret. */
export class CrmError extends Error {
  readonly fault: CrmFault
  readonly isAmbiguous: boolean
  readonly restMs: number | undefined
  readonly waitMs: number | undefined

  constructor(fault: CrmFault, message: string, { isAmbiguous = false, restMs, waitMs }: Circumstances = {}) {
    super(message)
    this.fault = fault
    this.isAmbiguous = isAmbiguous
    this.restMs = restMs
    this.waitMs = waitMs
  }
}
