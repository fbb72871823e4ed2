import { isDeepStrictEqual } from 'node:util'
import type { ChangedRecords, LeadPatch, BulkLeadPatch, StaffUser, LeadNoteInput, TimelineEntry } from '@app/contract'
import { applyEdits, type Changed, editOne, type OneEdit } from '../../changes/apply-edits.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { leadRecord, lockWorkable } from './lead-record.ts'
import { readWork } from './lead-work.queries.ts'
import { keyReused } from '../../../db/idempotent-insert.ts'
import { invalidField } from '../../../errors/errors.ts'
import { appendEvent, changeOfKey, storedKey } from '../../changes/append-changes.ts'

/**
 * Changes the pipeline fields of a lead. Writes nothing when nothing changes.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged, 412 when it has changed since the caller
 * read it, 400 when the change contradicts the stage.
 */
export const updateLead = (em: EntityManager, staff: StaffUser, edit: OneEdit<LeadPatch>) =>
  editOne(em, leadRecord, staff, edit, readWork)

/**
 * Applies the same patch to all of these leads or to none.
 * @throws {ProblemError} like `updateLead`, for the first invalid lead.
 */
export const updateLeads = (em: EntityManager, staff: StaffUser, { records, patch }: BulkLeadPatch) =>
  em.transactional(async (transaction): Promise<Changed<ChangedRecords>> => {
    const edits = records.map((record) => ({ ...record, patch }))
    const { changed, groupId } = await applyEdits(transaction, leadRecord, staff, edits, { pointer: '/patch' })
    return { body: { changed: changed.length, records: changed }, groupId }
  })

/**
 * Adds a note to a lead. Repeating a key returns the same note.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged, 400 for a mention without an enabled
 * account, 422 when the key was used with another note.
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
