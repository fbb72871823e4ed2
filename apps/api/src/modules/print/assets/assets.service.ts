import { createHash } from 'node:crypto'
import type { PrintAsset } from '@app/contract'
import { isFont } from '@app/print-engine/font-files'
import { notFound } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { newId } from '../../keys/base62.ts'
import { type FileStore, keepFiles, removeOrphaned } from '../files/file-store.ts'
import { lockWorkspace, requireRoom } from '../print-limits.ts'
import { type KeyedWrite, type Written, writeOnce } from '../write-once.ts'
import { getAsset, isOfWorkspace } from './assets.queries.ts'
import { measureImage } from './measure.ts'
import { readFontFile } from './read-font-file.ts'

type Upload = KeyedWrite & { store: FileStore }

/** The stored data of an upload. A font's bytes may differ from the uploaded ones. */
async function readAsset(uploaded: Uint8Array, caller: string) {
  if (!isFont(uploaded)) return { ...(await measureImage(uploaded, caller)), font: null, bytes: uploaded }
  const { bytes, mediaType, family, weight, style, postScriptName } = await readFontFile(uploaded, caller)
  const font = { Family: family, Weight: weight, Style: style, Name: postScriptName }
  return { mediaType, width: null, height: null, font, bytes }
}

/**
 * Stores an image or font of a key, once for identical bytes.
 * @throws {ProblemError} 400 when it cannot be printed, 409 when a sandbox key has too many assets, 429 when its
 * network stores too much.
 */
export function uploadAsset(em: EntityManager, upload: Upload, bytes: Uint8Array): Promise<Written<PrintAsset>> {
  const { store, caller, limits } = upload
  const request = { sha256: createHash('sha256').update(bytes).digest('hex') }
  return writeOnce(em, { ...upload, operation: 'createPrintAsset', request }, async () => {
    await limits.takeUpload(caller, bytes.byteLength)
    const asset = await readAsset(bytes, caller.network)
    // A slow store takes longer than a request's transaction may be idle.
    const fileHash = await store.put(asset.bytes)
    return (transaction) => storeAsset(transaction, store, caller.workspaceId, { ...asset, fileHash })
  })
}

async function storeAsset(
  transaction: EntityManager,
  store: FileStore,
  workspaceId: string,
  { fileHash, bytes, ...asset }: Awaited<ReturnType<typeof readAsset>> & { fileHash: string },
): Promise<PrintAsset> {
  const db = tables(transaction)
  await keepFiles(transaction)
  // A row must never refer to a missing file: deleting the same image may have removed it.
  if (!(await store.has(fileHash))) await store.put(bytes)
  const mode = await lockWorkspace(transaction, workspaceId)
  const known = await db
    .selectFrom('print_asset')
    .select('id')
    .where('workspace', '=', workspaceId)
    .where('fileHash', '=', fileHash)
    .executeTakeFirst()
  if (known) return getAsset(transaction, workspaceId, known.id)
  await requireRoom(transaction, mode, 'assets', isOfWorkspace(workspaceId))
  const id = newId('asset')
  await db
    .insertInto('print_asset')
    .values({ ...asset, id, workspace: workspaceId, fileHash, bytes: bytes.byteLength })
    .execute()
  return getAsset(transaction, workspaceId, id)
}

/** Finished proofs keep the image. @throws {ProblemError} 404 when the workspace has no such asset. */
export async function deleteAsset(em: EntityManager, store: FileStore, workspaceId: string, id: string): Promise<void> {
  const deleted = await tables(em)
    .deleteFrom('print_asset')
    .where('id', '=', id)
    .where('workspace', '=', workspaceId)
    .returning('fileHash')
    .executeTakeFirstOrThrow(() => notFound('asset'))
  // The asset is gone. If the store is slow or down, housekeeping removes its file later.
  await removeOrphaned(em, store, [deleted.fileHash]).catch(() => {})
}
