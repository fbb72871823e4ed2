import type { StaffUser } from '@app/contract'
import { announceChange } from '../db/live-channel.ts'
import { spamMark } from '../db/spam.ts'
import { notFound } from '../errors.ts'
import { type EntityManager, tables } from './database.ts'
import { addLeadEvents } from './leads/work/lead-work.service.ts'
import type { Arrivals } from './live/arrivals.ts'
import { cancelShippingMails } from './messages/shipping-mails.service.ts'

/** The tables whose records bots send, with what live events and error messages call their records. */
const records = {
  lead: { kind: 'leads', name: 'lead' },
  sample_request: { kind: 'sample_requests', name: 'sample request' },
} as const

interface SpamMark {
  table: keyof typeof records
  ids: readonly string[]
  isSpam: boolean
}

/**
 * Takes records out of the spam, where they arrive like any other, or marks them as spam: all of them or none.
 * @throws {ProblemError} 404 when the table lacks one of these ids.
 */
export async function setSpam(
  em: EntityManager,
  arrivals: Arrivals,
  staff: StaffUser,
  { table, ids, isSpam }: SpamMark,
): Promise<void> {
  const { kind, name } = records[table]
  const changed = await em.transactional(async (transaction) => {
    // Locked in one order everywhere, so that two writers never wait for each other.
    const found = await tables(transaction)
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate()
      .execute()
    if (found.length < new Set(ids).size) throw notFound(name)
    const marked = await tables(transaction)
      .updateTable(table)
      .set(spamMark(isSpam, staff))
      .where('id', 'in', [...ids])
      .where('isSpam', '<>', isSpam)
      .returning('id')
      .execute()
    if (table === 'sample_request' && isSpam) {
      const ids = marked.map(({ id }) => id)
      await cancelShippingMails(transaction, ids, 'The request was marked as spam.')
    }
    if (table === 'lead') {
      const changes = [{ field: 'isSpam', before: String(!isSpam), after: String(isSpam) }]
      const events = marked.map(({ id }) => ({ leadId: id, kind: 'change', data: { changes } }))
      await addLeadEvents(transaction, staff, events)
    }
    await announceChange(transaction, kind, marked)
    return marked
  })
  if (!isSpam) for (const { id } of changed) arrivals.note(kind, id)
}
