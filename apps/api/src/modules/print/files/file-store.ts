import type { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { batchesOf } from '../../../db/many-rows.ts'
import { reader, run, columns, type Fragment, table } from '../../../db/sql.ts'
import { PrintAssetEntity, PrintProofEntity } from '../../../entities/print.entity.ts'
import { PrintRunFileEntity } from '../../../entities/production.entity.ts'
import type { EntityManager } from '../../../entities/database.ts'

/** Files by the SHA-256 of their bytes, in hex. Identical bytes are stored once, and a file never changes. */
export interface FileStore {
  /** Stores bytes, or a file on disk, atomically, and returns their hash. */
  put(content: Uint8Array | Blob): Promise<string>
  has(hash: string): Promise<boolean>
  /** A stream of the bytes. Undefined when nothing is stored under this hash. */
  read(hash: string): Promise<Readable | undefined>
  /** Removes a file. Does nothing if it does not exist. */
  remove(hash: string): Promise<void>
  /** Hashes of the files that were stored before this time, unordered. Housekeeping removes those without a row. */
  storedBefore(time: Date): AsyncIterable<string>
}

const hashPattern = /^[0-9a-f]{64}$/

export const isHash = (text: string): boolean => hashPattern.test(text)

/** @throws {TypeError} for anything other than a file hash; our rows contain no such names. */
export function checkHash(hash: string): string {
  if (!isHash(hash)) throw new TypeError('A file is named by its SHA-256')
  return hash
}

/** The SHA-256 of bytes, or of a stream. */
export async function hashOf(content: Uint8Array | Blob | AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  if (content instanceof Uint8Array) hash.update(content)
  else for await (const part of content instanceof Blob ? content.stream() : content) hash.update(part)
  return hash.digest('hex')
}

/**
 * Locks the files until the transaction ends. The transaction may be idle longer than usual while it waits for the
 * store: longer than a slow store takes for the largest file of a print run.
 */
const lockFiles = (transaction: EntityManager, lock: Fragment): Promise<unknown> =>
  run(
    transaction,
    sql`select ${lock}(hashtextextended('print files', 0)), set_config('idle_in_transaction_session_timeout', '15min', true)`,
  )

/** Keeps files that the transaction stores, or finds stored, from being removed before a row refers to them. */
export const keepFiles = (transaction: EntityManager) => lockFiles(transaction, sql`pg_advisory_xact_lock_shared`)

const proof = columns(PrintProofEntity)
const asset = columns(PrintAssetEntity)
const runFile = columns(PrintRunFileEntity)

const hashes = reader(Type.Object({ hash: Type.String() }))

/** Other transactions wait for the lock while this many files are removed. */
const batchSize = 100

/** Removes those of the files that no row refers to. Returns how many. */
export async function removeOrphaned(
  em: EntityManager,
  store: FileStore,
  candidates: readonly string[],
): Promise<number> {
  let removed = 0
  for (const batch of batchesOf(candidates, batchSize)) {
    removed += await em.fork({ useContext: false }).transactional(async (transaction) => {
      await lockFiles(transaction, sql`pg_advisory_xact_lock`)
      const orphaned = await hashes(
        transaction,
        sql`select named.hash from unnest(${batch}::text[]) as named (hash)
             where not exists (select 1 from ${table(PrintProofEntity)} where ${proof.pdfHash} = named.hash)
               and not exists (select 1 from ${table(PrintProofEntity)}
                                where ${proof.pages} @> jsonb_build_array(jsonb_build_object('hash', named.hash)))
               and not exists (select 1 from ${table(PrintAssetEntity)} where ${asset.fileHash} = named.hash)
               and not exists (select 1 from ${table(PrintRunFileEntity)} where ${runFile.hash} = named.hash)`,
      )
      for (const { hash } of orphaned) await store.remove(hash)
      return orphaned.length
    })
  }
  return removed
}

/** A younger file may belong to a proof whose row is about to be stored. */
const forgottenAfterMs = 3_600_000

/** Removes files of processes that died before a row referred to them. */
export async function removeForgottenFiles(em: EntityManager, store: FileStore): Promise<number> {
  let removed = 0
  let batch: string[] = []
  for await (const hash of store.storedBefore(new Date(new Date().getTime() - forgottenAfterMs))) {
    batch.push(hash)
    if (batch.length < batchSize) continue
    removed += await removeOrphaned(em, store, batch)
    batch = []
  }
  return removed + (await removeOrphaned(em, store, batch))
}
