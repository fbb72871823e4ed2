import type { EntityManager } from '@mikro-orm/postgresql'
import type { LiveEvent } from '@app/contract'
import { sql } from 'kysely'
import { run } from '../../db/run.ts'
import { currentRequestId } from '../../errors/request-scope.ts'

/** Database channel on which every instance is notified of what any of them stored or changed. */
export const liveChannel = 'arrival'

/** A notification holds at most 8,000 bytes, and this many ids fit comfortably. */
export const maxIds = 100

/**
 * Publishes what staff changed, together with the transaction that changes it: a listener can read the
 * change, and none is notified of one that was rolled back. NOTIFY takes a lock at commit, which the few writes of staff can afford.
 */
export async function announceChange(
  transaction: EntityManager,
  changed: NonNullable<LiveEvent['changed']>,
  records: readonly { id: string }[],
): Promise<void> {
  if (records.length === 0) return
  await run(transaction, sql`select pg_notify(${liveChannel}, ${changeText(changed, records)})`)
}

function changeText(changed: NonNullable<LiveEvent['changed']>, records: readonly { id: string }[]): string {
  // Every role hears of it, and only owners may know the accounts, and where messages are sent.
  const ids = changed === 'accounts' || changed === 'messages' ? [] : records.slice(0, maxIds).map(({ id }) => id)
  // The tab that sent the request recognizes its own change by it.
  return JSON.stringify({ kind: 'ready', changed, count: records.length, ids, requestId: currentRequestId() })
}
