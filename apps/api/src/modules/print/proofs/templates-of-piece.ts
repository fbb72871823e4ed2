import type { PieceSize } from '@app/contract'
import { houseTemplates, isHouseTemplateId } from '@app/print-engine/house'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { houseVersion } from '../templates/house.ts'
import type { PieceKind, SideName } from './piece.ts'

/** The current version of a template that a piece names. */
export interface FoundTemplate {
  side: SideName
  id: string
  version: number
  /** True for the sizes that the template supports. */
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

/** Finds these templates among the built-in ones and those of the key, each in its newest version. */
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
