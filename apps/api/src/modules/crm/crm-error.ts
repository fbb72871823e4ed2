/**
 * Why the CRM did not do as it was told.
 * passing: another try makes sense. refused: none does. credentials: it does not serve us any more.
 */
export type CrmFault = 'passing' | 'refused' | 'credentials'

interface Circumstances {
  /** What was asked for may have been done all the same. */
  isAmbiguous?: boolean
  /** The CRM itself asked for this rest. */
  restMs?: number
  /** No try makes sense before that, for a reason of ours. */
  waitMs?: number
}

/** The message is for staff: it names no person and no secret. */
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
