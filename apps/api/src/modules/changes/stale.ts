import type { StaleRecord } from '@app/contract'
import { ProblemError } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import { lastChanges } from './changes.queries.ts'

/** The error for records that changed since the caller read them, with who changed each last. */
export async function stale(
  transaction: EntityManager,
  records: readonly { id: string; version?: number | undefined }[],
): Promise<ProblemError> {
  const last = await lastChanges(
    transaction,
    records.map(({ id }) => id),
  )
  const named = records.map(({ id, version }): StaleRecord => ({
    id,
    ...(version !== undefined && { version }),
    ...last.get(id),
  }))
  const detail = 'Someone changed the record since you read it. Read it again, then repeat the change.'
  return new ProblemError(412, 'stale', detail, { records: named })
}
