import type { Pool } from 'pg'

export const sendTask = 'send-message'

/** Messages of one way to a receiver are sent one after the other, so a slow receiver holds up no others. */
export const queueOf = (route: string): string => `message:${route}`

/** The way that a message takes: the mail server, or its target. */
export const routeSql = `coalesce(message.target_id::text, 'mail')`

const batchSize = 200

/**
 * Moves messages that are due into the queue, with their ids as job keys, but for those whose way rests after failures.
 * Mails wait while there is no mail server.
 */
export async function relayMessages(pool: Pool, canMail: boolean): Promise<void> {
  await pool.query(
    `with batch as (
       select message.id, ${routeSql} as route
         from message left join message_rest as rest on rest.route = ${routeSql}
        where message.status = 'waiting' and message.enqueued_at is null
          and (message.not_before is null or message.not_before <= now())
          and (rest.not_before is null or rest.not_before <= now())
          and (message.channel <> 'mail' or $2)
        order by message.id limit $1 for update of message skip locked
     ), marked as (
       update message set enqueued_at = now() where id in (select id from batch) returning id
     )
     select graphile_worker.add_job($3, json_build_object('id', id, 'route', route),
                                    queue_name => $4 || route, job_key => id::text)
       from batch join marked using (id)`,
    [batchSize, canMail, sendTask, queueOf('')],
  )
}
