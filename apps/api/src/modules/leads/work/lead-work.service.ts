import type { ChangedRecords, LeadPatch, BulkLeadPatch, StaffUser } from '@app/contract'
import { applyEdits, type Changed } from '../../changes/apply-edits.ts'
import { editOne, type OneEdit } from '../../changes/one-record.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { leadRecord } from './lead-record.ts'
import { readWork } from './lead-work.queries.ts'

/**
 * Changes the work on a lead. Writes nothing when nothing changes.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged, 412 when it has changed since the caller read
 * it, 400 when the change contradicts the stage.
 */
export const updateLead = (em: EntityManager, staff: StaffUser, edit: OneEdit<LeadPatch>) =>
  editOne(em, leadRecord, staff, edit, readWork)

/**
 * Applies the same patch to all of these leads or to none.
 * @throws {ProblemError} as `updateLead` does, for the first invalid lead.
 */
export const updateLeads = (em: EntityManager, staff: StaffUser, { records, patch }: BulkLeadPatch) =>
  em.transactional(async (transaction): Promise<Changed<ChangedRecords>> => {
    const edits = records.map((record) => ({ ...record, patch }))
    const { changed, groupId } = await applyEdits(transaction, leadRecord, staff, edits, { pointer: '/patch' })
    return { body: { changed: changed.length, records: changed }, groupId }
  })
