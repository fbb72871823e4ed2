import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import type { FileStore } from '../files/file-store.ts'
import { removeForgotten, removeUnnamed } from '../files/unnamed-files.ts'

/** Rows that one statement deletes. */
const batchSize = 500

/** A file that is younger than this may belong to a proof whose row is about to name it. */
const forgottenAfterMs = 3_600_000

const deletedProofs = checkedRows(Type.Object({ hashes: Type.Array(Type.String()) }))

/** The files of a proof: its PDF and the pictures of its pages. */
export const hashesOfProof = `array_remove(array_append(
  array(select page ->> 'hash' from jsonb_array_elements(pages) as page), pdf_hash::text), null)`

/** Deletes the proofs whose time is over, with their files. Returns how many. */
export async function deleteExpiredProofs(pool: Pool, store: FileStore): Promise<number> {
  let deleted = 0
  for (let found = batchSize; found === batchSize; deleted += found) {
    const { rows } = await pool.query(
      `delete from print_proof where id in (
         select id from print_proof
          where expires_at < now()
          order by expires_at limit $1 for update skip locked
       ) returning ${hashesOfProof} as hashes`,
      [batchSize],
    )
    const proofs = deletedProofs(rows)
    await removeUnnamed(pool, store, [...new Set(proofs.flatMap(({ hashes }) => hashes))])
    found = proofs.length
  }
  return deleted
}

/**
 * Deletes keys a month after they ended, with their templates and images: by then nobody asks about them. Returns how many.
 */
export async function deleteEndedKeys(pool: Pool, store: FileStore): Promise<number> {
  const { rows } = await pool.query(
    `with ended as (
       select id from print_key where least(expires_at, revoked_at) < now() - interval '30 days' limit $1
     ), images as (
       select array_agg(file_hash::text) as hashes from print_asset where key_id in (select id from ended)
     ), gone as (
       delete from print_key where id in (select id from ended) returning id
     )
     select coalesce(hashes, '{}') as hashes, (select count(*)::int from gone) as count from images`,
    [batchSize],
  )
  const [found] = endedKeys(rows)
  await removeUnnamed(pool, store, found?.hashes ?? [])
  return found?.count ?? 0
}

const endedKeys = checkedRows(Type.Object({ hashes: Type.Array(Type.String()), count: Type.Integer() }))

/** Removes files that were stored for a row which never came, because a process died in between. */
export const removeForgottenFiles = (pool: Pool, store: FileStore, now = new Date()): Promise<number> =>
  removeForgotten(pool, store, new Date(now.getTime() - forgottenAfterMs))
