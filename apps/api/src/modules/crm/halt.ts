import { now } from '../../db/sql.ts'
import { countFailure, isOpen } from '../../jobs/circuit-breaker.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { CrmError } from './pipedrive.ts'

/** The CRM's circuit breaker. */
export const crmDestination = 'crm'

/** Everything that keeps workers from calling the CRM. */
export async function readHalts(em: EntityManager) {
  const state = await tables(em)
    .selectFrom('crm_state')
    .select(['staffPausedAt', 'credentialsRejectedAt'])
    .executeTakeFirst()
  return {
    byStaff: Boolean(state?.staffPausedAt),
    byCredentials: Boolean(state?.credentialsRejectedAt),
    // The CRM requested a pause, or several calls in a row got no response.
    byBreaker: await isOpen(em, crmDestination),
  }
}

/** A worker stops adding jobs within a second. A queued job checks this before it calls the CRM. */
export async function isHalted(em: EntityManager): Promise<boolean> {
  return Object.values(await readHalts(em)).includes(true)
}

/** Stops all workers from calling the CRM until it accepts the credentials again, or for a cooldown. */
export async function haltFor(em: EntityManager, { fault, message, cooldownMs, waitMs }: CrmError): Promise<void> {
  // A wait has an internal cause: the CRM has responded.
  if (fault === 'refused' || waitMs !== undefined) return
  if (fault === 'passing') return countFailure(em, crmDestination, cooldownMs)
  await tables(em)
    .updateTable('crm_state')
    .set((eb) => ({
      credentialsRejectedAt: eb.fn.coalesce('credentialsRejectedAt', now),
      credentialsRejectedReason: message,
    }))
    .execute()
}

/** Records that the CRM accepts the credentials again. */
export async function acceptCredentials(em: EntityManager): Promise<void> {
  await tables(em)
    .updateTable('crm_state')
    .set({ credentialsRejectedAt: null, credentialsRejectedReason: null })
    .execute()
}
