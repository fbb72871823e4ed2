import { InboxItem, type UnreadCount, type Input, Message } from '@app/contract'
import { sql } from 'kysely'
import { countRowsUpTo, keysetPage, type Page } from '../../db/keyset-page.ts'
import { personName } from '../../db/person-name.ts'
import { columns, select, table } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { LeadImportEntity, LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { InboxItemEntity, MessageEntity } from '../../entities/messages.entity.ts'

const message = columns(MessageEntity)
const inbox = columns(InboxItemEntity, InboxItemEntity.tableName)

const shownMessage = select(MessageEntity, Message, {
  kind: message.kind,
  leadId: message.lead,
  sampleRequestId: message.sampleRequest,
  by: message.actor,
})

/** Totals of the log stop here: counting a quarter's mails takes too long. */
const countCap = 1_000

export function listMessages(em: EntityManager, { status, limit, cursor }: Input<'listMessages'>['query']) {
  const where = [sql`${message.workspace} is null`, ...(status ? [sql`${message.status} = ${status}`] : [])]
  return keysetPage(em, { entity: MessageEntity, selection: shownMessage, where, limit, cursor, countCap })
}

const imported = columns(LeadImportEntity, 'imported')

const shownItem = select(InboxItemEntity, InboxItem, {
  title: sql`coalesce(${personName(LeadEntity, inbox.lead)}, ${personName(SampleRequestEntity, inbox.sampleRequest)},
    (select ${imported.fileName} from ${table(LeadImportEntity)} as imported where ${imported.id} = ${inbox.leadImport}), '')`,
  leadId: inbox.lead,
  sampleRequestId: inbox.sampleRequest,
  importId: inbox.leadImport,
  by: inbox.actor,
  isRead: sql`${inbox.readAt} is not null`,
})

export function listInbox(
  em: EntityManager,
  staffId: string,
  { unread, limit, cursor }: Input<'listInboxItems'>['query'],
): Promise<Page<InboxItem>> {
  const where = [sql`${inbox.staff} = ${staffId}`, ...(unread ? [sql`${inbox.readAt} is null`] : [])]
  return keysetPage(em, { entity: InboxItemEntity, selection: shownItem, where, limit, cursor, countCap })
}

export async function countUnread(em: EntityManager, staffId: string): Promise<UnreadCount> {
  const isUnread = [sql`${inbox.staff} = ${staffId}`, sql`${inbox.readAt} is null`]
  const { total } = await countRowsUpTo(em, InboxItemEntity, isUnread, countCap)
  return { unread: total }
}
