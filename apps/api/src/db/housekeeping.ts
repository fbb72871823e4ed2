import type { EntityManager } from '@mikro-orm/postgresql'
import { absoluteHours, idleMinutes } from '../modules/auth/session-lifetime.ts'

/** Deletes what nobody can use any more: sessions that are over and counts of minutes that have passed. */
export async function deleteExpired(em: EntityManager): Promise<void> {
  await em.execute(
    `delete from staff_session
      where seen_at < now() - interval '${idleMinutes} minutes'
         or created_at < now() - interval '${absoluteHours} hours'`,
  )
  await em.execute('delete from rate_limit where expire < ?', [Date.now()])
}
