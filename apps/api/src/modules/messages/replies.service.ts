import { randomUUIDv7 } from 'node:crypto'
import type { ReplyInput, ReplyPreview, StaffUser, TimelineEntry } from '@app/contract'
import { bodyHash, keyReused } from '../../db/idempotent-insert.ts'
import { oneAtATime, type RowOf } from '../../db/sql.ts'
import { announceChange } from '../announcements/live-channel.ts'
import { mailIsOff, notFound } from '../../errors/errors.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { storedKey } from '../changes/append-changes.ts'
import { lockWorkable } from '../leads/work/lead-record.ts'
import { assertMergeFields, filled, mergedFields } from './merge-fields.ts'

/**
 * The reply with its merge fields filled. @throws {ProblemError} 404 when no lead has this id, 400 for an unknown merge field.
 */
export async function previewLeadReply(
  em: EntityManager,
  staff: StaffUser,
  id: string,
  { subject, body }: ReplyInput,
): Promise<ReplyPreview> {
  assertMergeFields(subject, '/subject')
  assertMergeFields(body, '/body')
  const lead = await tables(em)
    .selectFrom('lead')
    .select(mergedFields)
    .where('id', '=', id)
    .where('isSpam', '=', false)
    .executeTakeFirstOrThrow(() => notFound('lead'))
  const source = { lead, sender: staff }
  // A subject is one line, but a visitor's field may contain line breaks.
  const line = filled(subject, source).replaceAll(/\s+/g, ' ').trim()
  return { to: lead.email, subject: line.slice(0, 300), body: filled(body, source).trim() }
}

/**
 * Puts a reply into the outbox. Repeating a key returns the same reply.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged or no email server is set up, 400 for an
 * unknown merge field, 422 when the key was used with another reply.
 */
export const createLeadReply = (
  em: EntityManager,
  staff: StaffUser,
  { id, input, key, canMail }: { id: string; input: ReplyInput; key: string | undefined; canMail: boolean },
) =>
  em.transactional(async (transaction): Promise<{ entry: TimelineEntry; isNew: boolean }> => {
    const request = bodyHash({ id, ...input })
    const idempotencyKey = key ? storedKey(staff, key) : null
    const earlier = idempotencyKey && (await sentBefore(transaction, idempotencyKey, request))
    if (earlier) return { entry: entryOf(staff, id, earlier), isNew: false }
    await lockWorkable(transaction, [id])
    if (!canMail) throw mailIsOff()
    const { to, subject, body } = await previewLeadReply(transaction, staff, id, input)
    const mail = await tables(transaction)
      .insertInto('message')
      .values({
        id: randomUUIDv7(),
        channel: 'mail',
        kind: 'reply',
        recipient: to,
        lead: id,
        actorAccount: staff.id,
        actor: staff.name,
        subject,
        content: { paragraphs: [body], replyTo: { name: staff.name, address: staff.email }, request },
        idempotencyKey,
      })
      .returning(stored)
      .executeTakeFirstOrThrow()
    await noteFirstReply(transaction, id, mail.createdAt)
    await announceChange(transaction, 'leads', [{ id }])
    return { entry: entryOf(staff, id, mail), isNew: true }
  })

const stored = ['id', 'createdAt', 'status', 'subject', 'content'] as const

type Stored = Pick<RowOf<typeof MessageEntity>, (typeof stored)[number]>

const entryOf = (staff: StaffUser, leadId: string, { id, createdAt, status, subject, content }: Stored) => ({
  id,
  leadId,
  kind: 'mail_out' as const,
  at: createdAt.toISOString(),
  by: staff.name,
  byId: staff.id,
  subject,
  text: content.paragraphs.join('\n\n').slice(0, 5000),
  mailStatus: status,
})

/** Records the first reply for the report on how long leads wait. */
const noteFirstReply = (transaction: EntityManager, id: string, at: Date) =>
  tables(transaction)
    .updateTable('lead')
    .set({ firstReplyAt: at })
    .where('id', '=', id)
    .where('firstReplyAt', 'is', null)
    .execute()

/** The reply sent with this key. Two requests with the same key run one after the other. */
async function sentBefore(transaction: EntityManager, key: string, request: string) {
  await oneAtATime(transaction, key)
  const mail = await tables(transaction)
    .selectFrom('message')
    .select(stored)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  if (mail && mail.content.request !== request) throw keyReused()
  return mail
}
