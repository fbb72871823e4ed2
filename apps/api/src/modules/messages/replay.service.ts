import type { WebhookReplay, WebhookReplayInput } from '@app/contract'
import { sql } from 'kysely'
import { decode, encode, type Order, startsAfter } from '../../db/keyset-page.ts'
import { instantText, columns } from '../../db/sql.ts'
import { closeBreakers } from '../../jobs/circuit-breaker.ts'
import { ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEventEntity } from '../../entities/pieces.entity.ts'
import { fieldFault } from '../print/field-fault.ts'
import { waitingAgain } from './message-log.service.ts'
import { addPieceMessages } from './new-messages.ts'
import { getWebhook, type OfWorkspace } from './webhooks.queries.ts'

/** Maximum number of events per call. */
const batchSize = 1_000
const maxDays = 31

const oldestFirst: Order = { descending: false }
const event = columns(PieceEventEntity, PieceEventEntity.tableName)

/** @throws {ProblemError} 400 for a range that ends before it begins, or is too long */
function assertRange({ From: from, To: to }: WebhookReplayInput): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (days > 0 && days <= maxDays) return
  throw new ProblemError(400, 'invalid_input', 'The range cannot be replayed.', {
    errors: [
      fieldFault('/To', {
        code: days > 0 ? 'too_large' : 'too_small',
        detail: days > 0 ? `The range is longer than ${maxDays} days.` : 'The range must end after it begins.',
        found: to,
        allowed: `up to ${maxDays} days after From`,
        remedy: days > 0 ? 'Split the range into several replays.' : 'Send a To that is later than From.',
      }),
    ],
  })
}

/** The next events of the range that match the types of the webhook. */
function eventsOf(
  em: EntityManager,
  workspace: string,
  types: readonly string[] | null,
  { From: from, To: to, Cursor: cursor }: WebhookReplayInput,
) {
  return tables(em)
    .selectFrom('piece_event')
    .select(['id', 'type'])
    .select(sql<string>`${instantText(event.createdAt)}`.as('at'))
    .where('workspace', '=', workspace)
    .where(
      (eb) =>
        sql<boolean>`${eb.ref('createdAt')} >= ${from}::timestamptz and ${eb.ref('createdAt')} < ${to}::timestamptz`,
    )
    .$if(types !== null, (query) => query.where(sql<boolean>`${event.type} = any(${types}::text[])`))
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`${startsAfter(PieceEventEntity, oldestFirst, decode(cursor ?? '', oldestFirst, PieceEventEntity))}`,
      ),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

/**
 * Sends the events of a range again, oldest first, each under its original id. An event that the webhook never
 * received, because it was inactive or had other types, gets a new message. One call handles a thousand events.
 * @throws {ProblemError} 404, 400 for an invalid range or cursor
 */
export function replayWebhook(
  em: EntityManager,
  workspace: OfWorkspace,
  id: string,
  input: WebhookReplayInput,
): Promise<WebhookReplay> {
  assertRange(input)
  return em.transactional(async (transaction) => {
    // Serialized, so that such an event gets only one message.
    await tables(transaction).selectFrom('message_target').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const { Types: types, Active: isActive, Url: url } = await getWebhook(transaction, workspace, id)
    const events = isActive ? await eventsOf(transaction, workspace.id, types, input) : []
    if (events.length === 0) return { Queued: 0, Cursor: null }
    const again = await tables(transaction)
      .updateTable('message')
      .set(waitingAgain)
      .where('target', '=', id)
      .where(
        'pieceEvent',
        'in',
        events.map((one) => one.id),
      )
      .returning('pieceEvent')
      .execute()
    const known = new Set(again.map(({ pieceEvent }) => pieceEvent))
    const recipient = new URL(url).host.slice(0, 60)
    await addPieceMessages(
      transaction,
      events
        .filter((one) => !known.has(one.id))
        .map((one) => ({ pieceEvent: one.id, subject: one.type, workspace: workspace.id, target: id, recipient })),
    )
    await closeBreakers(transaction, [id])
    const last = events.at(-1)
    const isMore = events.length === batchSize && last !== undefined
    return { Queued: events.length, Cursor: isMore ? encode({ key_at: last.at, key_id: last.id }) : null }
  })
}
