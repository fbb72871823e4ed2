import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'

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

interface Job {
  task: string
  /** Jobs of one queue run one after the other. */
  queue: string
  /** Of the record; also the key of the job. */
  id: string
  payload?: object
  /** Milliseconds before which it does not run. */
  delayMs: number
}

/** Queues a record again, to run after a while at the earliest. */
export async function queueAgain(pool: Pool, { task, queue, id, payload = {}, delayMs }: Job): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job($1, $2::json, queue_name => $3, job_key => $4,
                                    run_at => now() + make_interval(secs => $5))`,
    [task, JSON.stringify({ ...payload, id }), queue, id, delayMs / 1000],
  )
}
