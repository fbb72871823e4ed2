import { sql } from 'kysely'
import { instantText } from '../../db/sql.ts'
import { announceChange } from '../announcements/live-channel.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { addInboxItems } from './inbox.service.ts'
import { markSearched, searchStart } from './new-record-search.ts'
import { canceledAsSpam, cancelShippingMails, followMarks, type Marked } from './shipping-mails.service.ts'

const batchSize = 100

/** New changes that lead to notifications or mails: owners, notes with mentions, imports, and sample requests. */
const newChanges = (transaction: EntityManager, since: Date) =>
  tables(transaction)
    .selectFrom('record_change')
    .select(['id', 'createdAt', 'groupId', 'recordType', 'recordId', 'actorId', 'actor', 'before', 'after', 'reverts'])
    .where('recordType', 'in', ['lead', 'lead_import', 'sample_request'])
    .where(
      (eb) => sql<boolean>`${eb.ref('after')} ?| array['ownerId', 'mentions', 'processed', 'trackingNumber',
                                                             'notifyRequester', 'isSpam']`,
    )
    // A value rather than a subquery, so that the planner sees that there are few.
    .where('createdAt', '>=', since)
    .where((eb) => {
      const noticed = eb
        .selectFrom('noticed_arrival')
        .select('id')
        .whereRef('noticed_arrival.id', '=', 'record_change.id')
      return eb.not(eb.exists(noticed))
    })
    .orderBy('createdAt')
    .orderBy('id')
    .limit(batchSize)
    .execute()

type NoticedChange = Awaited<ReturnType<typeof newChanges>>[number]

const recordsOf = (changes: readonly NoticedChange[]) => changes.flatMap(({ recordId }) => recordId ?? [])

/** Changes that notify people: the field with the recipients, and the kind of notification. */
const notices = [
  { recordType: 'lead', field: 'ownerId', kind: 'assigned', about: 'lead' },
  { recordType: 'lead', field: 'mentions', kind: 'mention', about: 'lead' },
  { recordType: 'lead_import', field: 'ownerId', kind: 'import', about: 'leadImport' },
] as const

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')

/** Notifies people of leads and imports assigned to them by another member of staff, and of notes that mention them. */
async function fillInboxes(
  transaction: EntityManager,
  changes: readonly NoticedChange[],
  accounts: ReadonlySet<string>,
): Promise<void> {
  const records = await existing(transaction, changes)
  const items = changes.flatMap(({ createdAt, recordType, recordId, actorId, actor, after }) =>
    notices
      // Rules have no account, and send their own notifications.
      .filter((notice) => notice.recordType === recordType && actorId !== null && records.has(recordId ?? ''))
      .flatMap(({ field, kind, about }) => {
        const readers = new Set(idsIn(after[field]).filter((id) => id !== actorId && accounts.has(id)))
        return [...readers].map((staff) => ({ staff, kind, actor, createdAt, [about]: recordId }))
      }),
  )
  await addInboxItems(transaction, items)
}

/** The leads and imports that still exist. */
async function existing(transaction: EntityManager, changes: readonly NoticedChange[]): Promise<ReadonlySet<string>> {
  const ids = recordsOf(changes)
  const db = tables(transaction)
  const rows = await db
    .selectFrom('lead')
    .select('id')
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('lead_import').select('id').where('id', 'in', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Sends or cancels emails to requesters, one group of changes at a time. */
async function followRequests(
  transaction: EntityManager,
  changes: readonly NoticedChange[],
  accounts: ReadonlySet<string>,
  canMail: boolean,
): Promise<void> {
  for (const group of Map.groupBy(changes, ({ groupId }) => groupId).values()) {
    const [first] = group
    if (!first) continue
    const spam = recordsOf(group.filter(({ after }) => after['isSpam'] === true))
    await cancelShippingMails(transaction, spam, canceledAsSpam)
    const notifyRequester = first.after['notifyRequester']
    await followMarks(transaction, await markedIn(transaction, group), {
      canMail,
      mails:
        first.reverts === null ? (typeof notifyRequester === 'boolean' ? notifyRequester : undefined) : 'as before',
      actor: first.actor,
      actorAccount: first.actorId !== null && accounts.has(first.actorId) ? first.actorId : null,
    })
    // The request's history shows the email.
    const records = recordsOf(group).map((id) => ({ id }))
    await announceChange(transaction, 'sample_requests', records)
  }
}

async function markedIn(transaction: EntityManager, changes: readonly NoticedChange[]): Promise<Marked[]> {
  const requests = await tables(transaction)
    .selectFrom('sample_request')
    .select(['id', 'firstName', 'email', 'processed', 'trackingNumber'])
    .where('id', 'in', recordsOf(changes))
    .where('isSpam', '=', false)
    .execute()
  const known = new Map(requests.map((request) => [request.id, request]))
  return changes.flatMap(({ recordId, before, after }) => {
    const request = known.get(recordId ?? '')
    if (!request) return []
    const [was, is] = [before['processed'] ?? request.processed, after['processed'] ?? request.processed]
    const wasSpam = before['isSpam'] === true
    return [{ ...request, wasProcessed: was === true, processed: is === true, wasSpam }]
  })
}

/**
 * Turns the changes of staff since the last call into notifications and emails: each change once, in one transaction with its
 * watermark. The caller has the lock of the relay.
 */
export async function noticeChanges(transaction: EntityManager, canMail: boolean): Promise<void> {
  const db = tables(transaction)
  const { since } = await db
    .selectFrom('notice_state')
    .select(instantText(searchStart('change')).as('since'))
    .executeTakeFirstOrThrow()
  const changes = await newChanges(transaction, new Date(since))
  if (changes.length > 0) {
    const found = await db.selectFrom('staff_user').select('id').execute()
    const accounts = new Set(found.map(({ id }) => id))
    await fillInboxes(transaction, changes, accounts)
    const ofRequests = changes.filter(({ recordType }) => recordType === 'sample_request')
    await followRequests(transaction, ofRequests, accounts, canMail)
    await db
      .insertInto('noticed_arrival')
      .values(changes.map(({ id, createdAt }) => ({ id, arrivedAt: createdAt })))
      .execute()
  }
  // Changes beyond a full page are still unknown.
  const last = changes.length === batchSize ? changes.at(-1) : undefined
  await markSearched(transaction, 'change', last?.createdAt.toISOString())
}
