import { p } from '@mikro-orm/core'
import { instant } from './common-columns.ts'

/** State of a record's CRM sync. Only the worker writes these columns, except when staff retry a sync or clear a spam mark. */
export const crmColumns = {
  /** Null until the relay has queued the record. */
  crmEnqueuedAt: instant().nullable(),
  crmAttempts: p.integer().default(0),
  /** Why the last attempt failed, worded for staff. */
  crmError: p.string().length(500).nullable(),
  /** Each failed attempt, oldest first: when, and why, worded for staff. */
  crmFailures: p.json().nullable(),
  /** The remote record that we are creating: set before the call, and null again once its id is known. */
  crmCreating: p.string().length(20).nullable(),
  crmCreatingAt: instant().nullable(),
  crmOrganizationId: p.bigint('number').nullable(),
  crmPersonId: p.bigint('number').nullable(),
  crmNoteId: p.bigint('number').nullable(),
  crmSyncedAt: instant().nullable(),
}
