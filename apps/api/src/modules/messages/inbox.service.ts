import { randomUUIDv7 } from 'node:crypto'
import type { InboxPatch, UnreadCount } from '@app/contract'
import { sql } from 'kysely'
import type { NewRowOf } from '../../db/sql.ts'
import { announceChange } from '../announcements/live-channel.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { InboxItemEntity } from '../../entities/messages.entity.ts'
import { countUnread } from './messages.queries.ts'

/** Adds notifications to people's inboxes in the staff app, in the caller's transaction. */
export async function addInboxItems(
  transaction: EntityManager,
  items: readonly Omit<NewRowOf<typeof InboxItemEntity>, 'id'>[],
): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({ id: randomUUIDv7(), ...item }))
  await tables(transaction).insertInto('inbox_item').values(rows).execute()
  await announceChange(transaction, 'inbox', rows)
}

/**
 * Marks a person's notifications as read or unread, and returns the number of unread ones. Ignores ids of other
 * people's notifications.
 */
export const updateInboxItems = (em: EntityManager, staffId: string, { ids, isRead }: InboxPatch) =>
  em.transactional(async (transaction): Promise<UnreadCount> => {
    const marked = await tables(transaction)
      .updateTable('inbox_item')
      .set({ readAt: isRead ? sql<Date>`now()` : null })
      .where('staff', '=', staffId)
      .where('readAt', isRead ? 'is' : 'is not', null)
      .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
      .returning('id')
      .execute()
    await announceChange(transaction, 'inbox', marked)
    return countUnread(transaction, staffId)
  })
