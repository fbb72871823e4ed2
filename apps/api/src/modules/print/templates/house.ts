import type { PrintTemplateDetail } from '@app/contract'
import { type HouseTemplateId, houseTemplates, isHouseTemplateId } from '@app/print-engine/house'
import { describeTemplate, readHouseTemplate } from './template-reader.ts'

/** Built-in templates change with a release, and have no versions of their own. */
export const houseVersion = 1

/** Release date of the first built-in templates. */
const since = '2026-11-22T00:00:00.000Z'

/** The size at which a built-in template is read; it supports every size of its kind. */
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
