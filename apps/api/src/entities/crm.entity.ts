import { defineEntity, p } from '@mikro-orm/core'
import { insertedAt, instant } from './common-columns.ts'

/** One row: the CRM state that all workers share. */
export const CrmStateEntity = defineEntity({
  name: 'CrmState',
  tableName: 'crm_state',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** When and by whom sending was paused. Null when it is not paused. */
    staffPausedAt: instant().nullable(),
    staffPausedBy: p.string().length(200).nullable(),
    /** When the CRM rejected our credentials, and why. Nothing is sent until it accepts them again. */
    credentialsRejectedAt: instant().nullable(),
    credentialsRejectedReason: p.string().length(500).nullable(),
    lastSuccessAt: instant().nullable(),
  },
  checks: [{ name: 'crm_state_id_check', expression: 'id = 1' }],
})

/** A CRM record that was created for one of the person's records. */
export interface RemoteTrace {
  kind: 'lead' | 'deal' | 'person'
  /** Null when its creation began and the outcome is unknown. */
  id: string | number | null
  /** Leads and deals whose id is unknown are found by their title. */
  title?: string
}

/** A person to be deleted from the CRM. */
export const CrmErasureEntity = defineEntity({
  name: 'CrmErasure',
  tableName: 'crm_erasure',
  properties: {
    id: p.uuid().primary(),
    createdAt: insertedAt(),
    email: p.string().length(254),
    /** The CRM records that we know of. */
    subjects: p.json<RemoteTrace[]>(),
    enqueuedAt: instant().nullable(),
    attempts: p.integer().default(0),
    /** Why the last attempt failed, worded for staff. */
    error: p.string().length(500).nullable(),
  },
})
