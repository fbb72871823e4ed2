import { isDeepStrictEqual } from 'node:util'
import type { LeadNoteInput, StaffUser, TimelineEntry } from '@app/contract'
import { keyReused } from '../../../db/idempotent-insert.ts'
import { invalidField } from '../../../errors/errors.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { changeOfKey, storedKey } from '../../changes/change-of-key.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { leadRecord, lockWorkable } from './lead-record.ts'

/**
 * Adds a note to a lead. A key that was used before returns the same note.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged, 400 for a mention without an
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
    const note = { text: text.trim(), ...(mentions.length > 0 && { mentions }) }
    const idempotencyKey = key ? storedKey(staff, key) : undefined
    const earlier = idempotencyKey && (await changeOfKey(transaction, idempotencyKey))
    const entryOf = (stored: { id: string; at: string }) =>
      ({ ...note, ...stored, leadId: id, kind: 'note', by: staff.name, byId: staff.id }) as const
    if (earlier) {
      if (earlier.recordId !== id || !isDeepStrictEqual(earlier.after, note)) throw keyReused()
      return { entry: entryOf({ id: earlier.id, at: earlier.createdAt.toISOString() }), isNew: false }
    }
    await lockWorkable(transaction, [id])
    await assertMentions(transaction, mentions)
    const stored = await appendEvent(transaction, staff, leadRecord.live, {
      recordType: leadRecord.name,
      recordId: id,
      action: 'note',
      after: note,
      idempotencyKey,
    })
    return { entry: entryOf(stored), isNew: true }
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
