import type { LeadNoteInput, StaffUser, TimelineEntry } from '@app/contract'
import { keyReused } from '../../../db/idempotent-insert.ts'
import { invalidField } from '../../../errors/errors.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { changeOfKey, storedKey } from '../../changes/change-of-key.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { leadRecord, lockWorkable } from './lead-record.ts'

/**
 * Adds a note to a lead. A key that was used before brings the same note again.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged, 400 when somebody is mentioned who has no
 * enabled account, 422 when the key came with another note before.
 */
export const createLeadNote = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  { text, mentions = [] }: LeadNoteInput,
  key: string | undefined,
) =>
  em.transactional(async (transaction): Promise<{ entry: TimelineEntry; isNew: boolean }> => {
    await lockWorkable(transaction, [id])
    await assertMentions(transaction, mentions)
    const note = { text: text.trim(), ...(mentions.length > 0 && { mentions }) }
    const idempotencyKey = key ? storedKey(staff, key) : undefined
    const earlier = idempotencyKey && (await changeOfKey(transaction, idempotencyKey))
    if (earlier && (earlier.recordId !== id || earlier.after['text'] !== note.text)) {
      throw keyReused()
    }
    const stored = earlier
      ? { id: earlier.id, at: earlier.createdAt.toISOString() }
      : await appendEvent(transaction, staff, leadRecord.live, {
          recordType: leadRecord.name,
          recordId: id,
          action: 'note',
          after: note,
          idempotencyKey,
        })
    const entry = { ...note, ...stored, leadId: id, kind: 'note' as const, by: staff.name, byId: staff.id }
    return { entry, isNew: !earlier }
  })

async function assertMentions(transaction: EntityManager, mentions: readonly string[]): Promise<void> {
  if (mentions.length === 0) return
  const found = await tables(transaction)
    .selectFrom('staff_user')
    .select('id')
    .where('id', 'in', [...mentions])
    .where('disabledAt', 'is', null)
    .execute()
  const enabled = new Set(found.map(({ id }) => id))
  const unknown = mentions.findIndex((id) => !enabled.has(id))
  if (unknown >= 0) throw invalidField(`/mentions/${unknown}`, 'must be an enabled account')
}
