import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { kinds, type RecordKind } from './records.ts'

export const syncTask = 'sync-record'
/** There is one queue, so that two records of the same person or organization are never synced at the same time. */
export const queueName = 'crm'

const batchSize = 200

/** Moves records that are not queued yet into the queue, with their ids as job keys. Returns how many. */
export async function relay(pool: Pool): Promise<number> {
  let moved = 0
  for (const table of Object.keys(kinds)) {
    const { rowCount } = await pool.query(
      `with batch as (
         select id from ${table} where crm_enqueued_at is null and not is_spam order by id limit $1 for update skip locked
       ), marked as (
         update ${table} set crm_enqueued_at = now() where id in (select id from batch) returning id
       )
       select graphile_worker.add_job($2, json_build_object('kind', $3::text, 'id', id), queue_name => $4,
                                      job_key => id::text)
         from marked`,
      [batchSize, syncTask, table, queueName],
    )
    moved += rowCount ?? 0
  }
  return moved
}

/** A running job holds this lock. It ends with the connection, so a worker that died no longer holds it. */
const jobLock = `hashtextextended($1, 0)`

const ignore = () => {}

const locks = checkedRows(Type.Object({ locked: Type.Boolean() }))

/** Runs the work unless another worker is processing this record. Returns whether it ran. */
export async function withJobLock(pool: Pool, id: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  // A broken connection releases the lock, and the next query of the work fails.
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${jobLock}) as locked`, [id])
    if (!onlyRow(locks(rows)).locked) return false
    try {
      await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${jobLock})`, [id]).catch((error: Error) => (broken = error))
    }
    return true
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

const abandoned = checkedRows(Type.Object({ key: Type.Union([Type.String(), Type.Null()]), worker: Type.String() }))

/**
 * Releases jobs whose worker died: the queue itself would wait for four hours. A worker that is merely slow to take its
 * lock loses nothing but this attempt.
 */
export async function freeAbandonedJobs(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select key, locked_by as worker from graphile_worker.jobs
      where locked_at < now() - case when key is null then interval '1 minute' else interval '1 second' end`,
  )
  for (const { key, worker } of abandoned(rows)) {
    const freed = async () => {
      await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [worker])
    }
    if (key === null) await freed()
    else await withJobLock(pool, key, freed)
  }
}

/** Queues a record again, to run after this many milliseconds at the earliest. */
export async function queueAgain(pool: Pool, kind: RecordKind, id: string, delayMs: number): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job($1, json_build_object('kind', $2::text, 'id', $3::text), queue_name => $4,
                                    job_key => $3, run_at => now() + make_interval(secs => $5))`,
    [syncTask, kind, id, queueName, delayMs / 1000],
  )
}
