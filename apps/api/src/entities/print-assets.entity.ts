import { defineEntity, p } from '@mikro-orm/core'
import type { PrintAsset } from '@app/contract'
import { WorkspaceEntity } from './customers.entity.ts'
import { insertedAt } from './common-columns.ts'

/** An image or a font that a key uploaded. Its bytes are in the file store, under their hash. */
export const PrintAssetEntity = defineEntity({
  name: 'PrintAsset',
  tableName: 'print_asset',
  indexes: [{ name: 'print_asset_workspace_id_created_at_id_index', properties: ['workspace', 'createdAt', 'id'] }],
  uniques: [{ name: 'print_asset_workspace_id_file_hash_unique', properties: ['workspace', 'fileHash'] }],
  properties: {
    /** asset_ and 20 letters and digits. */
    id: p.string().length(30).primary(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').deleteRule('cascade'),
    fileHash: p.string().length(64).index('print_asset_file_hash_index'),
    mediaType: p.string().length(20).$type<PrintAsset['MediaType']>(),
    /** Pixels of an image. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    font: p.json().$type<NonNullable<PrintAsset['Font']>>().nullable(),
    bytes: p.integer(),
  },
})
