import type { StaffUser } from '@app/contract'
import { applyEdits, type Changed, type Edit } from '../changes/apply-edits.ts'
import type { RecordType } from '../changes/record-type.ts'
import type { EntityManager } from '../../entities/database.ts'

/**
 * Marks records as spam or not spam: all of them or none. Cleared records are processed like new ones.
 * @throws {ProblemError} 404 when one does not exist, 412 when one has changed since the caller read it.
 */
export const setSpam = <State extends { isSpam: boolean }>(
  em: EntityManager,
  type: RecordType<State>,
  staff: StaffUser,
  edits: readonly Edit<State>[],
  onFreed: (id: string) => void,
) =>
  em
    .transactional((transaction) => applyEdits(transaction, type, staff, edits, { findsHidden: true }))
    .then(({ changed, records, groupId }): Changed<undefined> => {
      const spam = new Set(records.filter(({ state }) => state.isSpam).map(({ id }) => id))
      for (const { id } of changed) if (!spam.has(id)) onFreed(id)
      return { body: undefined, groupId }
    })
