import type { EntityManager } from '@mikro-orm/postgresql'
import type { Config } from './config.ts'
import { signInRetentionDays } from './modules/staff/sign-ins.service.ts'
import { absoluteHours, idleMinutes } from './modules/staff/session-lifetime.ts'

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

/** Rows of one statement: deleting a year at once would hold locks and swell the log. */
const batchSize = 1_000

/** Deletes visitors' records that are older than the operator keeps them. Returns how many. */
export async function deleteOld(em: EntityManager, { people, spam }: Config['retention']): Promise<number> {
  let deleted = 0
  for (const table of ['lead', 'sample_request']) {
    for (const [isSpam, days] of [
      [false, people],
      [true, spam],
    ] as const) {
      if (days === undefined) continue
      for (let found = batchSize; found === batchSize; deleted += found) {
        const rows = await em.execute<unknown[]>(
          `delete from ${table} where id in (
             select id from ${table}
              where created_at < now() - make_interval(days => ?) and is_spam = ?
              order by created_at, id limit ? for update skip locked)
           returning id`,
          [days, isSpam, batchSize],
        )
        found = rows.length
      }
    }
  }
  return deleted
}
