import type { Pool } from 'pg'
import { kinds } from './records.ts'

export const syncTask = 'sync-record'
/** There is one queue, so that two records of the same person or organization are never synced at the same time. */
export const queueName = 'crm'

const batchSize = 200

/** Thousands of imported leads wait for visitors, and not the other way round. */
const lowPriority = 10

/** Moves records that are not queued yet into the queue, with their ids as job keys. Returns how many. */
export async function relay(pool: Pool): Promise<number> {
  let moved = 0
  for (const [table, { isImported }] of Object.entries(kinds)) {
    const { rowCount } = await pool.query(
      `with batch as (
         select id from ${table} where crm_enqueued_at is null and not is_spam order by id limit $1 for update skip locked
       ), marked as (
         update ${table} set crm_enqueued_at = now() where id in (select id from batch)
         returning id, ${isImported} as is_imported
       )
       select graphile_worker.add_job($2, json_build_object('kind', $3::text, 'id', id), queue_name => $4,
                                      job_key => id::text, priority => case when is_imported then ${lowPriority} end)
         from marked`,
      [batchSize, syncTask, table, queueName],
    )
    moved += rowCount ?? 0
  }
  return moved
}
