import { InboxItem, type InboxUnread, type Input, Message } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { columnsOf, selection } from '../../db/columns.ts'
import { type Conditions, keysetPage, type Page } from '../../db/keyset-page.ts'
import type { EntityManager } from '../database.ts'
import { InboxItemEntity, MessageEntity } from './messages.entity.ts'

const message = columnsOf(MessageEntity)
const inbox = columnsOf(InboxItemEntity)

const shownMessage = selection(MessageEntity, Message, {
  leadId: message.lead,
  sampleRequestId: message.sampleRequest,
  by: message.actor,
})

/** Totals of the log stop here: nobody counts a quarter of mails. */
const countCap = 1_000

/** One page of what was sent and waits, newest first. */
export function listMessages(
  em: EntityManager,
  { status, limit, cursor }: Input<'listMessages'>['query'],
): Promise<Page<Message>> {
  const where: Conditions = status ? [[`${message.status} = ?`, [status]]] : []
  return keysetPage(em, { entity: MessageEntity, selection: shownMessage, where, limit, cursor, countCap })
}

const named = (table: string, id: string) =>
  `(select concat_ws(', ', first_name || ' ' || last_name, company) from ${table} where id = ${id})`

const shownItem = selection(InboxItemEntity, InboxItem, {
  title: `coalesce(${named('lead', inbox.lead)}, ${named('sample_request', inbox.sampleRequest)},
    (select file_name from lead_import where id = ${inbox.leadImport}), '')`,
  leadId: inbox.lead,
  sampleRequestId: inbox.sampleRequest,
  importId: inbox.leadImport,
  by: inbox.actor,
  isRead: `${inbox.readAt} is not null`,
})

/** One page of a person's notifications, newest first. */
export function listInbox(
  em: EntityManager,
  staffId: string,
  { unread, limit, cursor }: Input<'listInboxItems'>['query'],
): Promise<Page<InboxItem>> {
  const where: Conditions = [
    [`${inbox.staff} = ?`, [staffId]],
    ...(unread ? ([[`${inbox.readAt} is null`, []]] satisfies Conditions) : []),
  ]
  return keysetPage(em, { entity: InboxItemEntity, selection: shownItem, where, limit, cursor, countCap })
}

const counts = checkedRows(Type.Object({ unread: Type.Integer() }))

export async function countUnread(em: EntityManager, staffId: string): Promise<InboxUnread> {
  const found = await em.execute(
    `select count(*)::int as unread from (
       select from ${InboxItemEntity.tableName} where ${inbox.staff} = ? and ${inbox.readAt} is null limit ${countCap}
     ) as items`,
    [staffId],
  )
  return onlyRow(counts(found))
}
