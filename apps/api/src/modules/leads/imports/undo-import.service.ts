import type { LeadImportUndo, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { type EntityManager, tables } from '../../database.ts'
import { LeadEntity } from '../leads.entity.ts'
import { judgeLeads, readImport } from './lead-imports.queries.ts'

const { tableName } = LeadEntity
const lead = columnsOf(LeadEntity)

/** Rows of one statement. The database cancels what takes longer than a few seconds. */
const rowsAtOnce = 500

/**
 * Deletes the leads of an import on which nobody has worked. The same again changes nothing more. This is not the Undo of a
 * change: that is all or nothing, while one lead that somebody has worked on must not keep the other thousands.
 * @throws {ProblemError} 404 when no import has this id.
 */
export const undoImport = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<LeadImportUndo> => {
    const { undoneAt } = await readImport(transaction, id)
    // In the order in which everybody locks leads. What is judged afterwards stays so until the end.
    await transaction.execute(
      `select ${lead.id} from ${tableName} where ${lead.importId} = ? order by ${lead.id} for update`,
      [id],
    )
    const leads = await judgeLeads(transaction, id)
    const removed = leads.filter(({ reason }) => reason === null)
    for (let start = 0; start < removed.length; start += rowsAtOnce) {
      const ids = removed.slice(start, start + rowsAtOnce).map((row) => row.id)
      await transaction.execute(`delete from ${tableName} where ${lead.id} = any(?::uuid[])`, [`{${ids.join(',')}}`])
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
