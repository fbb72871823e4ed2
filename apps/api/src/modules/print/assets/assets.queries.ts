import { type Input, PrintAsset } from '@app/contract'
import { sql } from 'kysely'
import { keysetPage, type Page } from '../../../db/keyset-page.ts'
import { instantText, columns, select } from '../../../db/sql.ts'
import { notFound } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { PrintAssetEntity } from '../../../entities/print.entity.ts'

const asset = columns(PrintAssetEntity)

export const isOfWorkspace = (workspaceId: string) => sql`${asset.workspace} = ${workspaceId}`

const shown = select(PrintAssetEntity, PrintAsset, {
  Id: asset.id,
  MediaType: asset.mediaType,
  Width: asset.width,
  Height: asset.height,
  Font: asset.font,
  Bytes: asset.bytes,
  CreatedAt: instantText(asset.createdAt),
})

export const listAssets = (
  em: EntityManager,
  workspaceId: string,
  { limit, cursor }: Input<'listPrintAssets'>['query'],
): Promise<Page<PrintAsset>> =>
  keysetPage(em, {
    entity: PrintAssetEntity,
    selection: shown,
    where: [isOfWorkspace(workspaceId)],
    limit,
    cursor,
  })

/** @throws {ProblemError} 404 when the workspace has no such asset. */
export const getAsset = (em: EntityManager, workspaceId: string, id: string): Promise<PrintAsset> =>
  shown.readOne(em, sql`where ${asset.id} = ${id} and ${isOfWorkspace(workspaceId)}`, () => notFound('asset'))

/** The media types of these assets, by id. Omits assets of other workspaces. */
export async function assetTypes(em: EntityManager, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, PrintAsset['MediaType']>()
  const found = await tables(em)
    .selectFrom('print_asset')
    .select(['id', 'mediaType'])
    .where('workspace', '=', workspaceId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map(({ id, mediaType }) => [id, mediaType]))
}
