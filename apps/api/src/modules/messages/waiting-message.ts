import { now } from '../../db/database-clock.ts'
import { rests } from '../../jobs/circuit-breaker.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { destination } from './message-outbox.ts'

/** A waiting message with its target and circuit breaker. Undefined when it was deleted or is no longer waiting. */
export const readMessage = (em: EntityManager, id: string) =>
  tables(em)
    .selectFrom('message')
    // Without an alias: `target` is a property of the message.
    .leftJoin('message_target', (join) =>
      join.onRef('message_target.id', '=', 'message.target').on('message_target.isActive', '=', true),
    )
    .leftJoin('circuit_breaker as breaker', (join) => join.on('breaker.destination', '=', destination))
    .select(['message.id', 'message.channel', 'message.kind', 'message.recipient', 'message.subject'])
    .select([
      'message.actor',
      'message.content',
      'message.attempts',
      'message.lead',
      'message.sampleRequest',
      'message.target',
      'message.pieceEvent',
    ])
    // Null for mails, and when the target is gone or switched off.
    .select(['message_target.url', 'message_target.secret'])
    .select((eb) =>
      eb
        .case()
        .when('message_target.formerUntil', '>', now)
        .then(eb.ref('message_target.formerSecret'))
        .end()
        .as('formerSecret'),
    )
    .select((eb) => rests(eb.ref('breaker.openUntil')).as('isResting'))
    .where('message.id', '=', id)
    .where('message.status', '=', 'waiting')
    .executeTakeFirst()

export type Waiting = NonNullable<Awaited<ReturnType<typeof readMessage>>>
