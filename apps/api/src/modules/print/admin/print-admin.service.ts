import type { SandboxKeyUsage, StaffUser } from '@app/contract'
import { now } from '../../../db/database-clock.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { getKeyUse } from './print-admin.queries.ts'

/**
 * Ends a key for good and writes down who did it, both or neither. A key that was revoked before stays as it is.
 * @throws {ProblemError} 404 when no key has this id.
 */
export async function revokeKey(em: EntityManager, staff: StaffUser, id: string): Promise<SandboxKeyUsage> {
  await em.transactional(async (transaction) => {
    const revoked = await tables(transaction)
      .updateTable('print_key')
      .set({ revokedAt: now, revokedBy: staff.name })
      .where('id', '=', id)
      .where('workspace', 'in', (eb) => eb.selectFrom('workspace').select('id').where('mode', '=', 'sandbox'))
      .where('revokedAt', 'is', null)
      .returning('prefix')
      .executeTakeFirst()
    if (!revoked) return
    await appendEvent(transaction, staff, 'accounts', {
      recordType: 'sandbox_key',
      recordId: null,
      action: 'sandbox_key_revoke',
      after: { prefix: revoked.prefix },
    })
  })
  return getKeyUse(em, id)
}
