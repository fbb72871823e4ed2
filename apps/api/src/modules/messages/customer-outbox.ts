import { sql } from 'kysely'
import * as Type from 'typebox'
import { prepared, reader, columns, table } from '../../db/sql.ts'
import { CircuitBreakerEntity } from '../../entities/circuit-breaker.entity.ts'
import type { EntityManager } from '../../entities/database.ts'
import { MessageEntity, MessageTargetEntity } from '../../entities/messages.entity.ts'
import { PieceEventEntity } from '../../entities/pieces.entity.ts'
import { isCoolingDown } from '../../jobs/circuit-breaker.ts'
import type { NewJob } from '../../jobs/job-kinds.ts'
import { isDue } from './message-outbox.ts'

/**
 * Maximum number of events in flight to one receiver, and to all receivers of a workspace, so that slow receivers leave
 * slots for others.
 */
const maxAtOnce = 5
const maxOfWorkspace = 8

const message = columns(MessageEntity, 'message')
const earlier = columns(MessageEntity, 'earlier')
const queued = columns(MessageEntity, 'queued')
const target = columns(MessageTargetEntity, 'target')
const sibling = columns(MessageTargetEntity, 'sibling')
const event = columns(PieceEventEntity, 'event')
const former = columns(PieceEventEntity, 'former')
const breaker = columns(CircuitBreakerEntity, 'breaker')

const messages = table(MessageEntity)

const waits = sql`${message.status} = 'waiting' and ${message.enqueuedAt} is null and ${message.workspace} is not null`

/** An earlier event of the same piece for the same receiver has not been delivered yet. */
const comesAfterAnother = sql`exists (
  select from ${table(PieceEventEntity)} as former join ${messages} as earlier on ${earlier.pieceEvent} = ${former.id}
   where ${former.piece} = ${event.piece} and ${former.number} < ${event.number}
     and ${earlier.target} = ${message.target} and ${earlier.status} = 'waiting')`

/** Free slots of a receiver. After a failure, a single event is tried. */
const room = sql`greatest(0, case when ${breaker.failures} > 0 then 1 else ${sql.lit(maxAtOnce)} end - (
  select count(*) from ${messages} as queued
   where ${queued.target} = due.target and ${queued.status} = 'waiting' and ${queued.enqueuedAt} is not null
     and ${queued.workspace} is not null))`

/** Free slots across all receivers of a workspace. */
const roomOfWorkspace = sql`${sql.lit(maxOfWorkspace)} - (
  select count(*) from ${table(MessageTargetEntity)} as sibling join ${messages} as queued on ${queued.target} = ${sibling.id}
   where ${sibling.workspace} = head.workspace and ${queued.status} = 'waiting' and ${queued.enqueuedAt} is not null
     and ${queued.workspace} is not null)`

/**
 * Takes the next events for each receiver whose breaker is closed. Only the oldest undelivered event of a piece is
 * taken, so events of one piece arrive in order, even with retries. Receivers are found one by one through the index,
 * so a long backlog costs no more than a single event.
 */
const next = prepared(sql`
  with recursive due (target) as (
    (select ${message.target} from ${messages} as message where ${waits} order by ${message.target} limit 1)
    union all
    select (select ${message.target} from ${messages} as message where ${waits} and ${message.target} > due.target
             order by ${message.target} limit 1)
      from due where due.target is not null)
  select head.id from (
  select head.id, ${target.workspace} as workspace,
         row_number() over (partition by ${target.workspace} order by head.id) as place
    from due
    join ${table(MessageTargetEntity)} as target on ${target.id} = due.target and ${target.isActive}
    left join ${table(CircuitBreakerEntity)} as breaker on ${breaker.destination} = due.target::text
   cross join lateral (
     select ${message.id} as id
       from ${messages} as message left join ${table(PieceEventEntity)} as event on ${event.id} = ${message.pieceEvent}
      where ${message.target} = due.target and ${waits}
        and ${isDue(message.notBefore)} and not ${comesAfterAnother}
      order by ${message.id} limit ${room}) as head
   where not ${isCoolingDown(breaker.openUntil)}) as head
   where head.place <= ${roomOfWorkspace}`)

const found = reader(Type.Object({ id: Type.String() }))
const unqualified = columns(MessageEntity)

/** Takes piece events and test events that are due for customers' webhooks. */
export async function takeCustomerMessages(transaction: EntityManager, limit: number): Promise<NewJob[]> {
  const taken = await found(
    transaction,
    sql`update ${messages} as message set ${unqualified.enqueuedAt} = now()
          from (${next} limit ${limit}) as head where ${message.id} = head.id returning ${message.id} as id`,
  )
  return taken.map(({ id }) => ({ job: 'customer_webhook', payload: { id } }))
}
