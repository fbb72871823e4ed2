import type { LeadImportUndoResult, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { deleteRows } from '../../../db/many-rows.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import { judgeLeads, readImport } from './lead-imports.queries.ts'

/**
 * Deletes the leads of an import that staff have not worked on. Idempotent. Undo of a change is all or nothing, which does not
 * fit
 * here: one lead in work must not keep thousands of others.
 * @throws {ProblemError} 404 when no import has this id.
 */
export const undoImport = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<LeadImportUndoResult> => {
    const { undoneAt } = await readImport(transaction, id)
    // In the order in which every change locks leads. The conditions below stay true until the transaction ends.
    await tables(transaction)
      .selectFrom('lead')
      .select('id')
      .where('importId', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute()
    const leads = await judgeLeads(transaction, id)
    const removed = leads.filter(({ reason }) => reason === null)
    await deleteRows(
      transaction,
      LeadEntity,
      removed.map((row) => row.id),
    )
    if (undoneAt === null) {
      await tables(transaction)
        .updateTable('lead_import')
        .set({ undoneAt: sql<Date>`now()`, undoneBy: staff.name })
        .where('id', '=', id)
        .where('undoneAt', 'is', null)
        .execute()
    }
    const event = { recordType: 'lead_import', recordId: id, action: 'delete', before: { rows: removed.length } }
    await appendEvent(transaction, staff, 'leads', event, removed)
    const keptFor = (kept: string) => leads.filter(({ reason }) => reason === kept).map((row) => row.id)
    return {
      removed: removed.length,
      changed: keptFor('changed'),
      merged: keptFor('merged'),
      inCrm: keptFor('crm'),
    }
  })
