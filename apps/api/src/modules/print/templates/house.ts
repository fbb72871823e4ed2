import type { PrintTemplateDetail } from '@app/contract'
import { type HouseTemplateId, houseTemplates, isHouseTemplateId } from '@app/print-engine/house'
import { describeTemplate, readHouseTemplate } from './template-reader.ts'

/** They change with a release, and have no versions of their own. */
export const houseVersion = 1

/** When the first of them was released. */
const since = '2026-11-22T00:00:00.000Z'

/** A size to read a built-in template at; it draws every size of its kind. */
const readAt = { postcard: '4.25x6', letter: '8.5x11' } as const

async function detailOf(id: HouseTemplateId): Promise<PrintTemplateDetail> {
  const { name, kind, html } = houseTemplates[id]
  const { fields, lint } = describeTemplate(await readHouseTemplate({ size: readAt[kind], html }, ''))
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

export const houseTemplate = async (id: string): Promise<PrintTemplateDetail | undefined> =>
  isHouseTemplateId(id) ? detailOf(id) : undefined

export const allHouseTemplates = (): Promise<PrintTemplateDetail[]> =>
  Promise.all(Object.keys(houseTemplates).filter(isHouseTemplateId).map(detailOf))
