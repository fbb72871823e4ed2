import { expressionsOf, type MergeFields } from '@app/mail-piece/merge-fields'
import { recipients } from '@app/mail-piece/samples'
import { plantingLetter, springBack, springFront } from '../generated/house-html.ts'

export interface HouseTemplate {
  name: string
  /** It fits every size of its kind. */
  kind: 'postcard' | 'letter'
  html: string
  /** A value for each of its fields. */
  exampleValues: MergeFields
}

const sample: MergeFields = recipients.dana.fields

function houseTemplate(name: string, kind: HouseTemplate['kind'], html: string): HouseTemplate {
  const fields = new Set([...expressionsOf(html)].map((expression) => ('field' in expression ? expression.field : '')))
  return {
    name,
    kind,
    html,
    exampleValues: Object.fromEntries(Object.entries(sample).filter(([field]) => fields.has(field))),
  }
}

/** Our own templates, which every sandbox has. They draw what the site shows, and need neither a browser nor Node. */
export const houseTemplates = {
  tmpl_spring_front: houseTemplate('Spring planting guide, front', 'postcard', springFront),
  tmpl_spring_back: houseTemplate('Spring planting guide, back', 'postcard', springBack),
  tmpl_planting_letter: houseTemplate('Planting plan letter', 'letter', plantingLetter),
} as const satisfies Record<string, HouseTemplate>

export type HouseTemplateId = keyof typeof houseTemplates

export const isHouseTemplateId = (id: string): id is HouseTemplateId => Object.hasOwn(houseTemplates, id)
