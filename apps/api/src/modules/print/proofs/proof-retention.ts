import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, columns, table } from '../../../db/sql.ts'
import { WorkspaceEntity } from '../../../entities/customers.entity.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { PieceEntity } from '../../../entities/pieces.entity.ts'
import { PrintAssetEntity, PrintKeyEntity, PrintProofEntity } from '../../../entities/print.entity.ts'
import { type FileStore, removeOrphaned } from '../files/file-store.ts'

const proof = columns(PrintProofEntity)
const key = columns(PrintKeyEntity)
const workspace = columns(WorkspaceEntity, 'workspace')
const asset = columns(PrintAssetEntity)
const piece = columns(PieceEntity)

/** Rows per delete statement. */
const batchSize = 500

const deletedProofs = reader(Type.Object({ hashes: Type.Array(Type.String()) }))

/** The files of a proof: its PDF and its page images. */
export const hashesOfProof = sql`array_remove(array_append(
  array(select page ->> 'hash' from jsonb_array_elements(${proof.pages}) as page), ${proof.pdfHash}::text), null)`

/**
 * Deletes expired proofs with their files. A piece is kept without personal data: it loses its print file, the ZIP Code
 * in its barcode, and its description and metadata, which may name a person. Returns the number of deleted proofs.
 */
export async function deleteExpiredProofs(em: EntityManager, store: FileStore): Promise<number> {
  let deleted = 0
  for (let found = batchSize; found === batchSize; deleted += found) {
    const proofs = await deletedProofs(
      em,
      sql`with expired as (
            select ${proof.id} as id from ${table(PrintProofEntity)}
             where ${proof.expiresAt} < now()
             order by ${proof.expiresAt} limit ${batchSize} for update skip locked
          ), cleared as (
            update ${table(PieceEntity)} set ${piece.routing} = '', ${piece.description} = null, ${piece.metadata} = '{}'
             where ${piece.proof} in (select expired.id from expired)
          )
          delete from ${table(PrintProofEntity)} where ${proof.id} in (select expired.id from expired)
          returning ${hashesOfProof} as hashes`,
    )
    await removeOrphaned(em, store, [...new Set(proofs.flatMap(({ hashes }) => hashes))])
    found = proofs.length
  }
  return deleted
}

/** Deletes sandboxes, with their templates and images, a month after their keys expired. Returns their number. */
export async function deleteEndedKeys(em: EntityManager, store: FileStore): Promise<number> {
  const gone = await endedKeys(
    em,
    sql`
    with ended as (
      select ${key.workspace} as id from ${table(PrintKeyEntity)}
       where ${key.workspace} in (select ${workspace.id} from ${table(WorkspaceEntity)} as workspace where ${workspace.mode} = 'sandbox')
         and least(${key.expiresAt}, ${key.revokedAt}) < now() - interval '30 days' limit ${batchSize}
    ), images as (
      select array_agg(${asset.fileHash}::text) as hashes from ${table(PrintAssetEntity)}
       where ${asset.workspace} in (select ended.id from ended)
    ), gone as (
      delete from ${table(WorkspaceEntity)} as workspace where ${workspace.id} in (select ended.id from ended) returning ${workspace.id}
    )
    select coalesce(images.hashes, '{}') as hashes, (select count(*)::int from gone) as count from images`,
  )
  const { hashes, count } = onlyRow(gone)
  await removeOrphaned(em, store, hashes)
  return count
}

const endedKeys = reader(Type.Object({ hashes: Type.Array(Type.String()), count: Type.Integer() }))
