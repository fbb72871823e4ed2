import type { EntityManager } from '../../../entities/database.ts'
import { assetTypes } from '../assets/assets.queries.ts'
import type { PrintCaller } from '../caller.ts'
import type { TemplateReading, TemplateText, templateReader } from './template-reader.ts'

/** Reads a template with those of its assets that the caller has. A first read finds their ids. */
export async function readWithAssets(
  em: EntityManager,
  { workspaceId, network }: PrintCaller,
  read: ReturnType<typeof templateReader>,
  text: TemplateText,
  values?: Record<string, string>,
): Promise<TemplateReading> {
  const withoutAssets = await read(text, network, values)
  if (workspaceId === undefined) return withoutAssets
  const types = await assetTypes(em, workspaceId, withoutAssets.assetIds)
  return types.size === 0 ? withoutAssets : read(text, network, values, types)
}
