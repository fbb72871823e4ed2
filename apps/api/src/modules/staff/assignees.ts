import type { Reference } from '../changes/record-type.ts'
import { tables } from '../../entities/database.ts'

/** Accounts that leads can be assigned to. */
export const assignees: Reference = {
  detail: 'must be an enabled owner or editor',
  find: (transaction, ids, isUndo) =>
    tables(transaction)
      .selectFrom('staff_user')
      .select('id')
      .where('id', 'in', [...ids])
      // Undo may restore an owner who has been disabled since.
      .$if(!isUndo, (query) => query.where('disabledAt', 'is', null).where('role', 'in', ['owner', 'editor']))
      .execute(),
}
