import { randomUUIDv7 } from 'node:crypto'
import type { ReplyInput, ReplyPreview, StaffUser, TimelineEntry } from '@app/contract'
import { keyReused } from '../../db/idempotent-insert.ts'
import { announceChange } from '../announcements/live-channel.ts'
import { mailIsOff, notFound } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { storedKey } from '../changes/change-of-key.ts'
import { lockWorkable } from '../leads/work/lead-record.ts'
import { assertMergeFields, filled, mergedFields } from './merge-fields.ts'

/**
 * The reply as the lead would get it.
 * @throws {ProblemError} 404 when no lead has this id, 400 for an unknown merge field.
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
  // A subject is one line, whatever a visitor typed into a field.
  const line = filled(subject, source).replaceAll(/\s+/g, ' ').trim()
  return { to: lead.email, subject: line.slice(0, 300), body: filled(body, source).trim() }
}

/**
 * Puts a reply into the outbox. A key that was used before brings the same reply again.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged or no email server is set up, 400 for an unknown
 * merge field, 422 when the key came with another reply before.
 */
export const createLeadReply = (
  em: EntityManager,
  staff: StaffUser,
  { id, input, key, canMail }: { id: string; input: ReplyInput; key: string | undefined; canMail: boolean },
) =>
  em.transactional(async (transaction): Promise<{ entry: TimelineEntry; isNew: boolean }> => {
    await lockWorkable(transaction, [id])
    if (!canMail) throw mailIsOff()
    const { to, subject, body } = await previewLeadReply(transaction, staff, id, input)
    const idempotencyKey = key ? storedKey(staff, key) : null
    const [added] = await tables(transaction)
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
        content: { paragraphs: [body], replyTo: { name: staff.name, address: staff.email } },
        idempotencyKey,
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning(['id', 'createdAt', 'status'])
      .execute()
    if (added) {
      await noteFirstReply(transaction, id, added.createdAt)
      await announceChange(transaction, 'leads', [{ id }])
    }
    const mail = added ?? (await sentBefore(transaction, idempotencyKey, { id, subject, body }))
    const entry = {
      id: mail.id,
      leadId: id,
      kind: 'mail_out' as const,
      at: mail.createdAt.toISOString(),
      by: staff.name,
      byId: staff.id,
      subject,
      text: body.slice(0, 5000),
      mailStatus: mail.status,
    }
    return { entry, isNew: added !== undefined }
  })

/** For the report, which counts how long leads wait. */
const noteFirstReply = (transaction: EntityManager, id: string, at: Date) =>
  tables(transaction)
    .updateTable('lead')
    .set({ firstReplyAt: at })
    .where('id', '=', id)
    .where('firstReplyAt', 'is', null)
    .execute()

async function sentBefore(
  transaction: EntityManager,
  key: string | null,
  reply: { id: string; subject: string; body: string },
) {
  const mail = await tables(transaction)
    .selectFrom('message')
    .select(['id', 'createdAt', 'status', 'subject', 'content'])
    .where('idempotencyKey', '=', key)
    .where('lead', '=', reply.id)
    .executeTakeFirst()
  if (mail?.subject === reply.subject && mail.content.paragraphs[0] === reply.body) return mail
  throw keyReused()
}
