import type { StaffUser } from '@app/contract'
import { announceChange } from '../db/live-channel.ts'
import { spamMark } from '../db/spam.ts'
import { notFound } from '../errors.ts'
import { type EntityManager, tables } from './database.ts'
import type { Arrivals } from './live/arrivals.ts'

/** The tables whose records bots send, with what live events and error messages call their records. */
const records = {
  lead: { kind: 'leads', name: 'lead' },
  sample_request: { kind: 'sample_requests', name: 'sample request' },
} as const

/**
 * Takes a record out of the spam, where it arrives like any other, or marks it as spam.
 * @throws {ProblemError} 404 when the table has no record with this id.
 */
export async function setSpam(
  em: EntityManager,
  arrivals: Arrivals,
  staff: StaffUser,
  { table, id, isSpam }: { table: keyof typeof records; id: string; isSpam: boolean },
): Promise<void> {
  const { kind, name } = records[table]
  const changed = await em.transactional(async (transaction) => {
    const marked = await tables(transaction)
      .updateTable(table)
      .set(spamMark(isSpam, staff))
      .where('id', '=', id)
      .where('isSpam', '<>', isSpam)
      .returning('id')
      .execute()
    await announceChange(transaction, kind, marked)
    return marked
  })
  if (changed.length > 0) {
    if (!isSpam) arrivals.note(kind, id)
    return
  }
  const existing = await tables(em).selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (!existing) throw notFound(name)
}
