import type { PieceSize } from '@app/contract'
import { houseTemplates, isHouseTemplateId } from '@app/print-engine/house'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { houseVersion } from '../templates/house.ts'
import type { PieceKind, SideName } from './piece.ts'

/** A template that a piece names, as it is now. */
export interface FoundTemplate {
  side: SideName
  id: string
  version: number
  /** Sizes that it is for. */
  fits: (size: PieceSize, kind: PieceKind) => boolean
  allowed: string
  html: string
}

function houseTemplate(side: SideName, id: string): FoundTemplate | undefined {
  if (!isHouseTemplateId(id)) return undefined
  const { kind, html } = houseTemplates[id]
  return {
    side,
    id,
    version: houseVersion,
    fits: (_size, wanted) => wanted === kind,
    allowed: `a ${kind}`,
    html,
  }
}

/** Those of these templates that the house or the key has, each in its newest version. */
export async function findTemplates(
  em: EntityManager,
  workspaceId: string | undefined,
  sides: readonly { side: SideName; id: string }[],
): Promise<FoundTemplate[]> {
  const own = sides.map(({ id }) => id).filter((id) => !isHouseTemplateId(id))
  const stored = workspaceId === undefined || own.length === 0 ? [] : await newestVersions(em, workspaceId, own)
  return sides.flatMap(({ side, id }) => {
    const row = stored.find((one) => one.id === id)
    if (!row) return houseTemplate(side, id) ?? []
    const { size, ...template } = row
    return { ...template, side, fits: (wanted: PieceSize) => wanted === size, allowed: size }
  })
}

const newestVersions = (em: EntityManager, workspaceId: string, ids: readonly string[]) =>
  tables(em)
    .selectFrom('print_template as template')
    .innerJoin('print_template_version as newest', (join) =>
      join.onRef('newest.template', '=', 'template.id').onRef('newest.version', '=', 'template.version'),
    )
    .select(['template.id', 'template.version', 'template.size', 'newest.html'])
    .where('template.workspace', '=', workspaceId)
    .where('template.deletedAt', 'is', null)
    .where('template.id', 'in', [...ids])
    .execute()
