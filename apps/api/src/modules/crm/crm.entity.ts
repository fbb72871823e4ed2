import { defineEntity, p } from '@mikro-orm/core'

/** One row: what all workers together know of the CRM. */
export const CrmStateEntity = defineEntity({
  name: 'CrmState',
  tableName: 'crm_state',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** Set when the CRM refuses our credentials: nothing is sent until it accepts them again. */
    pausedAt: p.datetime().columnType('timestamptz(3)').nullable(),
    pausedReason: p.string().length(500).nullable(),
    /** Set while a member of staff wants nothing sent, and their name. */
    stoppedAt: p.datetime().columnType('timestamptz(3)').nullable(),
    stoppedBy: p.string().length(200).nullable(),
    /** The CRM asked for a rest until then. */
    notBefore: p.datetime().columnType('timestamptz(3)').nullable(),
    lastSuccessAt: p.datetime().columnType('timestamptz(3)').nullable(),
  },
  checks: [{ name: 'crm_state_id_check', expression: 'id = 1' }],
})

/** Somebody whom the CRM has yet to forget. */
export const CrmErasureEntity = defineEntity({
  name: 'CrmErasure',
  tableName: 'crm_erasure',
  properties: {
    id: p.uuid().primary(),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    email: p.string().length(254),
    /** The leads and deals that our records of the person became, as far as we know. */
    subjects: p.json(),
    enqueuedAt: p.datetime().columnType('timestamptz(3)').nullable(),
    attempts: p.integer().default(0),
    /** Why the last attempt failed, in words for staff. */
    error: p.string().length(500).nullable(),
  },
})
