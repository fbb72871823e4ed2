import type { LeadImportUndoResult, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { appendEvent } from '../../changes/append-changes.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { judgeLeads, readImport } from './lead-imports.queries.ts'

/** Rows of one statement. The database cancels what takes longer than a few seconds. */
const rowsAtOnce = 500

/**
 * Deletes the leads of an import on which nobody has worked. The same again changes nothing more. This is not the Undo of a
 * change: that is all or nothing, while one lead that somebody has worked on must not keep the other thousands.
 * @throws {ProblemError} 404 when no import has this id.
 */
export const undoImport = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<LeadImportUndoResult> => {
    const { undoneAt } = await readImport(transaction, id)
    // In the order in which every change locks leads. The reasons below hold until the transaction ends.
    await tables(transaction)
      .selectFrom('lead')
      .select('id')
      .where('importId', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute()
    const leads = await judgeLeads(transaction, id)
    const removed = leads.filter(({ reason }) => reason === null)
    for (let start = 0; start < removed.length; start += rowsAtOnce) {
      const ids = removed.slice(start, start + rowsAtOnce).map((row) => row.id)
      await tables(transaction).deleteFrom('lead').where('id', 'in', ids).execute()
    }
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
