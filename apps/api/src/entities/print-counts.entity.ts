import { defineEntity, p } from '@mikro-orm/core'
import { instant } from './common-columns.ts'

/**
 * Proofs that ended, by the quarter of an hour in which they did: the smallest difference between two time zones, so that
 * the days of any of them can be added up. A trigger counts them (db/migrations/first-schema/print.ts), and they stay counted after
 * the proofs are deleted.
 */
export const PrintProofCountEntity = defineEntity({
  name: 'PrintProofCount',
  tableName: 'print_proof_count',
  properties: {
    quarter: instant().primary(),
    status: p.string().length(10).primary().$type<'ready' | 'failed'>(),
    /** Why they failed. Empty for those that did not. */
    code: p.string().length(60).primary(),
    proofs: p.bigint('number'),
  },
})

/** Proofs in which a check found something, by the same quarters. */
export const PrintFindingCountEntity = defineEntity({
  name: 'PrintFindingCount',
  tableName: 'print_finding_count',
  properties: {
    quarter: instant().primary(),
    code: p.string().length(60).primary(),
    severity: p.string().length(10).primary(),
    proofs: p.bigint('number'),
  },
})
