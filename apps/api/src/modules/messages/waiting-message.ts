import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { Content } from './message-content.ts'
import { routeSql } from './message-queue.ts'

const Text = Type.Union([Type.String(), Type.Null()])

const Waiting = Type.Object({
  id: Type.String(),
  channel: Type.Enum(['mail', 'slack', 'webhook']),
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  content: Content,
  attempts: Type.Integer(),
  route: Type.String(),
  leadId: Text,
  sampleRequestId: Text,
  isResting: Type.Boolean(),
  /** Of its target. Null for mails, and when the target is gone or switched off. */
  url: Text,
  secrets: Type.Array(Type.String()),
})
/** A message that waits to be sent. */
export type Waiting = Type.Static<typeof Waiting>

const waiting = checkedRows(Waiting)

/** Undefined when it is gone, or waits no more. */
export async function readMessage(pool: Pool, id: string): Promise<Waiting | undefined> {
  const { rows } = await pool.query(
    `select message.id, message.channel, message.kind, message.recipient, message.subject, message.content,
            message.attempts, ${routeSql} as route, message.lead_id as "leadId", message.sample_request_id as "sampleRequestId",
            coalesce(rest.not_before > now(), false) as "isResting", target.url,
            array_remove(array[target.secret, case when target.former_until > now() then target.former_secret end], null)
              as secrets
       from message
       left join message_target as target on target.id = message.target_id and target.is_active
       left join message_rest as rest on rest.route = ${routeSql}
      where message.id = $1 and message.status = 'waiting'`,
    [id],
  )
  return waiting(rows)[0]
}
