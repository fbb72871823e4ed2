import type { EntityManager } from '@mikro-orm/postgresql'
import type { LiveEvent } from '@app/contract'
import { sql } from 'kysely'
import { run } from '../../db/sql.ts'
import { currentRequestId } from '../../errors/request-scope.ts'

/** Database channel that announces new and changed records to every instance. */
export const liveChannel = 'arrival'

/** A notification is limited to 8,000 bytes, which this many ids fit comfortably. */
export const maxIds = 100

/**
 * Publishes changes by staff in the transaction that makes them: a listener can read the change, and a rollback sends
 * nothing. NOTIFY takes a lock at commit, which is acceptable because staff write rarely.
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
  // Every role gets the event, but only owners may see accounts and message targets.
  const ids = changed === 'accounts' || changed === 'messages' ? [] : records.slice(0, maxIds).map(({ id }) => id)
  // Lets the tab that sent the request recognize its own change.
  return JSON.stringify({ kind: 'ready', changed, count: records.length, ids, requestId: currentRequestId() })
}
