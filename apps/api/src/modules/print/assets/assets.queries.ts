import { type Input, PrintAsset } from '@app/contract'
import { sql } from 'kysely'
import { keysetPage, type Page } from '../../../db/keyset-page.ts'
import { instantText } from '../../../db/sql-texts.ts'
import { columns, select } from '../../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { PrintAssetEntity } from '../../../entities/print-assets.entity.ts'

const asset = columns(PrintAssetEntity)

const inList = select(PrintAssetEntity, PrintAsset, {
  Id: asset.id,
  MediaType: asset.mediaType,
  Width: asset.width,
  Height: asset.height,
  Font: asset.font,
  Bytes: asset.bytes,
  CreatedAt: instantText(asset.createdAt),
})

/** One page of a key's images and fonts, newest first. */
export const listAssets = (
  em: EntityManager,
  keyId: string,
  { limit, cursor }: Input<'listPrintAssets'>['query'],
): Promise<Page<PrintAsset>> =>
  keysetPage(em, {
    entity: PrintAssetEntity,
    selection: inList,
    where: [sql`${asset.key} = ${keyId}`],
    limit,
    cursor,
  })

/** The media types of those of these assets that the key has, by their ids. */
export async function assetTypes(em: EntityManager, keyId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, PrintAsset['MediaType']>()
  const found = await tables(em)
    .selectFrom('print_asset')
    .select(['id', 'mediaType'])
    .where('key', '=', keyId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map(({ id, mediaType }) => [id, mediaType]))
}
