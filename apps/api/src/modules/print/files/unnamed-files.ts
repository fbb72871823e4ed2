import type { Pool, PoolClient } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import type { EntityManager } from '../../database.ts'
import type { FileStore } from './file-store.ts'

/** Shared while files are stored, and exclusive while some are removed. */
const lock = `hashtextextended('print files', 0)`

const ignore = () => {}

async function withLock<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  // A broken connection releases the lock, and the next query of the work fails.
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await client.query(`select pg_advisory_lock(${lock})`)
    try {
      return await work(client)
    } finally {
      await client.query(`select pg_advisory_unlock(${lock})`).catch((error: Error) => (broken = error))
    }
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

/** Files that the transaction stores, or finds stored, are not removed before it has named them in a row. */
export const keepFiles = (transaction: EntityManager): Promise<unknown> =>
  transaction.execute(`select pg_advisory_xact_lock_shared(${lock})`)

const hashes = checkedRows(Type.Object({ hash: Type.String() }))

/** Others wait for the lock as long as this many files take. */
const batchSize = 100

/** Removes those of the files that no row names. Returns how many. */
export async function removeUnnamed(pool: Pool, store: FileStore, candidates: readonly string[]): Promise<number> {
  let removed = 0
  for (let start = 0; start < candidates.length; start += batchSize) {
    const batch = candidates.slice(start, start + batchSize)
    removed += await withLock(pool, async (client) => {
      const { rows } = await client.query(
        `select hash from unnest($1::text[]) as hash
          where not exists (select 1 from print_proof where pdf_hash = hash)
            and not exists (select 1 from print_proof where pages @> jsonb_build_array(jsonb_build_object('hash', hash)))
            and not exists (select 1 from print_asset where file_hash = hash)`,
        [batch],
      )
      const unnamed = hashes(rows)
      for (const { hash } of unnamed) await store.remove(hash)
      return unnamed.length
    })
  }
  return removed
}

/** Removes the files of processes that died before they named them. */
export async function removeForgotten(pool: Pool, store: FileStore, before: Date): Promise<number> {
  let removed = 0
  let batch: string[] = []
  for await (const hash of store.storedBefore(before)) {
    batch.push(hash)
    if (batch.length < batchSize) continue
    removed += await removeUnnamed(pool, store, batch)
    batch = []
  }
  return removed + (await removeUnnamed(pool, store, batch))
}
