import { sql } from 'kysely'
import type { Pool } from 'pg'
import * as Type from 'typebox'
import { reader } from '../../../db/run.ts'
import { columns, table } from '../../../db/typed-columns.ts'
import { PrintAssetEntity } from '../../../entities/print-assets.entity.ts'
import type { FileStore } from '../files/file-store.ts'
import { removeForgotten, removeOrphaned } from '../files/orphaned-files.ts'
import { PrintKeyEntity } from '../../../entities/print-keys.entity.ts'
import { PrintProofEntity } from '../../../entities/print-proofs.entity.ts'

const proof = columns(PrintProofEntity)
const key = columns(PrintKeyEntity)
const asset = columns(PrintAssetEntity)

/** Rows that one statement deletes. */
const batchSize = 500

/** A file that is younger than this may belong to a proof whose row is about to name it. */
const forgottenAfterMs = 3_600_000

const deletedProofs = reader(Type.Object({ hashes: Type.Array(Type.String()) }))

/** The files of a proof: its PDF and the pictures of its pages. */
export const hashesOfProof = sql`array_remove(array_append(
  array(select page ->> 'hash' from jsonb_array_elements(${proof.pages}) as page), ${proof.pdfHash}::text), null)`

/** Deletes the proofs whose time is over, with their files. Returns how many. */
export async function deleteExpiredProofs(pool: Pool, store: FileStore): Promise<number> {
  let deleted = 0
  for (let found = batchSize; found === batchSize; deleted += found) {
    const proofs = await deletedProofs(
      pool,
      sql`delete from ${table(PrintProofEntity)} where ${proof.id} in (
            select ${proof.id} from ${table(PrintProofEntity)}
             where ${proof.expiresAt} < now()
             order by ${proof.expiresAt} limit ${batchSize} for update skip locked
          ) returning ${hashesOfProof} as hashes`,
    )
    await removeOrphaned(pool, store, [...new Set(proofs.flatMap(({ hashes }) => hashes))])
    found = proofs.length
  }
  return deleted
}

/**
 * Deletes keys a month after they ended, with their templates and images: by then nobody asks about them. Returns how many.
 */
export async function deleteEndedKeys(pool: Pool, store: FileStore): Promise<number> {
  const ended = await endedKeys(
    pool,
    sql`
    with ended as (
      select ${key.id} as id from ${table(PrintKeyEntity)}
       where least(${key.expiresAt}, ${key.revokedAt}) < now() - interval '30 days' limit ${batchSize}
    ), images as (
      select array_agg(${asset.fileHash}::text) as hashes from ${table(PrintAssetEntity)}
       where ${asset.key} in (select ended.id from ended)
    ), gone as (
      delete from ${table(PrintKeyEntity)} where ${key.id} in (select ended.id from ended) returning ${key.id}
    )
    select coalesce(images.hashes, '{}') as hashes, (select count(*)::int from gone) as count from images`,
  )
  const [found] = ended
  await removeOrphaned(pool, store, found?.hashes ?? [])
  return found?.count ?? 0
}

const endedKeys = reader(Type.Object({ hashes: Type.Array(Type.String()), count: Type.Integer() }))

/** Removes files that were stored for a row which never came, because a process died in between. */
export const removeForgottenFiles = (pool: Pool, store: FileStore, now = new Date()): Promise<number> =>
  removeForgotten(pool, store, new Date(now.getTime() - forgottenAfterMs))
