import { p } from '@mikro-orm/core'

/** What the CRM worker knows of a record. It alone writes them. */
export const crmColumns = {
  /** Empty until the relay has put the record into the queue. */
  crmEnqueuedAt: p.datetime().columnType('timestamptz(3)').nullable(),
  crmAttempts: p.integer().default(0),
  /** Why the last attempt failed, in words for staff. */
  crmError: p.string().length(500).nullable(),
  /** Each failed attempt, oldest first: when, and why in words for staff. */
  crmFailures: p.json().nullable(),
  /** The remote record that was about to be made: set before the call, emptied when its id is known. */
  crmCreating: p.string().length(20).nullable(),
  crmCreatingAt: p.datetime().columnType('timestamptz(3)').nullable(),
  crmOrganizationId: p.bigint('number').nullable(),
  crmPersonId: p.bigint('number').nullable(),
  crmNoteId: p.bigint('number').nullable(),
  crmSyncedAt: p.datetime().columnType('timestamptz(3)').nullable(),
}

/** SQL text that a search looks through, the same in the index and in the queries. */
export const searchedText = `(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, ''))`
