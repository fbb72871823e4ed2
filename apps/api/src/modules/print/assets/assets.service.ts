import type { PrintAsset } from '@app/contract'
import { isFont } from '@app/print-engine/font-files'
import { ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { newId } from '../new-id.ts'
import type { FileStore } from '../files/file-store.ts'
import { keepFiles } from '../files/orphaned-files.ts'
import { measureImage } from './measure.ts'
import { readFontFile } from './read-font-file.ts'

/** A sandbox is for trying: this is 500 MB at most. */
const maxAssets = 100

const members = ['id', 'mediaType', 'width', 'height', 'font', 'bytes', 'createdAt'] as const

interface ReadAsset extends Pick<PrintAsset, 'MediaType' | 'Width' | 'Height' | 'Font'> {
  /** Those of a font may differ from what was uploaded. */
  bytes: Uint8Array
}

async function readAsset(uploaded: Uint8Array): Promise<ReadAsset> {
  if (isFont(uploaded)) {
    const { bytes, mediaType, family, weight, style, postScriptName } = await readFontFile(uploaded)
    const Font = { Family: family, Weight: weight, Style: style, Name: postScriptName }
    return { MediaType: mediaType, Width: null, Height: null, Font, bytes }
  }
  const { mediaType, width, height } = await measureImage(uploaded)
  return { MediaType: mediaType, Width: width, Height: height, Font: null, bytes: uploaded }
}

/**
 * Stores an image or a font of a key once.
 * @throws {ProblemError} 400 when it cannot be printed, 409 when the key has too many.
 */
export async function uploadAsset(
  em: EntityManager,
  store: FileStore,
  keyId: string,
  uploaded: Uint8Array,
): Promise<PrintAsset> {
  const { bytes, MediaType: mediaType, Width: width, Height: height, Font: font } = await readAsset(uploaded)
  const stored = await em.transactional(async (transaction) => {
    const db = tables(transaction)
    // The file first: a row never names a file that is not there.
    await keepFiles(transaction)
    const fileHash = await store.put(bytes)
    // One upload of a key at a time, so that the count holds.
    await db.selectFrom('print_key').select('id').where('id', '=', keyId).forUpdate().execute()
    const known = await db
      .selectFrom('print_asset')
      .select(members)
      .where('key', '=', keyId)
      .where('fileHash', '=', fileHash)
      .executeTakeFirst()
    if (known) return known
    const { count } = await db
      .selectFrom('print_asset')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('key', '=', keyId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxAssets) {
      throw new ProblemError(409, 'limit_reached', `A key can have at most ${maxAssets} assets.`)
    }
    return db
      .insertInto('print_asset')
      .values({ id: newId('asset'), key: keyId, fileHash, mediaType, width, height, font, bytes: bytes.byteLength })
      .returning(members)
      .executeTakeFirstOrThrow()
  })
  return {
    Id: stored.id,
    MediaType: stored.mediaType,
    Width: stored.width,
    Height: stored.height,
    Font: stored.font,
    Bytes: stored.bytes,
    CreatedAt: stored.createdAt.toISOString(),
  }
}
