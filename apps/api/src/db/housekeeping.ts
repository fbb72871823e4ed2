import type { EntityManager } from '@mikro-orm/postgresql'
import { signInRetentionDays } from '../modules/staff/sign-ins.service.ts'
import { absoluteHours, idleMinutes } from '../modules/auth/session-lifetime.ts'

/** Days after which an invitation that nobody accepted is forgotten, with the name and the email in it. */
const invitationDays = 30

/** Deletes what nobody can use any more: sessions, links, sign-ins and counts whose time has passed. */
export async function deleteExpired(em: EntityManager): Promise<void> {
  await em.execute(
    `delete from staff_session
      where seen_at < now() - interval '${idleMinutes} minutes'
         or created_at < now() - interval '${absoluteHours} hours'`,
  )
  await em.execute('delete from password_reset where expires_at < now()')
  await em.execute(`delete from staff_invitation where expires_at < now() - interval '${invitationDays} days'`)
  await em.execute(`delete from sign_in where created_at < now() - interval '${signInRetentionDays} days'`)
  await em.execute(`delete from record_trace where created_at < now() - interval '2 days'`)
  await em.execute('delete from rate_limit where expire < ?', [Date.now()])
}
