import type { PrintTemplateDetail } from '@app/contract'
import { type HouseTemplateId, houseTemplates, isHouseTemplateId } from '@app/print-engine/house'
import { compiledOnce, described } from './compiled.ts'

/** They change with a release, and have no versions of their own. */
export const houseVersion = 1

/** When the first of them was released. */
const since = '2026-11-22T00:00:00.000Z'

/** A size to read a built-in template at; it draws every size of its kind. */
const readAt = { postcard: '4.25x6', letter: '8.5x11' } as const

function detailOf(id: HouseTemplateId): PrintTemplateDetail {
  const { name, kind, html } = houseTemplates[id]
  const { fields, lint } = described(compiledOnce(id, readAt[kind], html))
  return {
    Id: id,
    Name: name,
    Size: null,
    Version: houseVersion,
    House: true,
    Fields: fields,
    Lint: lint,
    CreatedAt: since,
    UpdatedAt: since,
    Html: html,
  }
}

export const houseTemplate = (id: string): PrintTemplateDetail | undefined =>
  isHouseTemplateId(id) ? detailOf(id) : undefined

export const allHouseTemplates = (): PrintTemplateDetail[] =>
  Object.keys(houseTemplates).flatMap((id) => houseTemplate(id) ?? [])
