import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, addSettingsEntry } from '../staff/settings-audit.service.ts'

/** Stops every worker before its next record, until somebody resumes. */
export const pauseCrm = (em: EntityManager, actor: Actor): Promise<void> =>
  em.transactional(async (transaction) => {
    const stopped = await transaction.execute<unknown[]>(
      'update crm_state set stopped_at = now(), stopped_by = ? where stopped_at is null returning id',
      [actor.name],
    )
    if (stopped.length > 0) await addSettingsEntry(transaction, actor, 'crm_pause')
  })

/** Lets the workers go on. Refused credentials are tried again at once: whoever resumes has seen to them. */
export const resumeCrm = (em: EntityManager, actor: Actor): Promise<void> =>
  em.transactional(async (transaction) => {
    const resumed = await transaction.execute<unknown[]>(
      `update crm_state set stopped_at = null, stopped_by = null, paused_at = null, paused_reason = null
        where stopped_at is not null or paused_at is not null returning id`,
    )
    if (resumed.length > 0) await addSettingsEntry(transaction, actor, 'crm_resume')
  })
