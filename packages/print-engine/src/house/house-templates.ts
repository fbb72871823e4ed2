import { plantingLetter, springBack, springFront } from '../generated/house-html.ts'

export interface HouseTemplate {
  name: string
  /** It fits every size of this kind. */
  kind: 'postcard' | 'letter'
  html: string
}

/**
 * The built-in templates, available in every sandbox. They draw the same pieces as the site, and need neither a browser
 * nor Node.
 */
export const houseTemplates = {
  tmpl_spring_front: { name: 'Spring planting guide, front', kind: 'postcard', html: springFront },
  tmpl_spring_back: { name: 'Spring planting guide, back', kind: 'postcard', html: springBack },
  tmpl_planting_letter: { name: 'Planting plan letter', kind: 'letter', html: plantingLetter },
} as const satisfies Record<string, HouseTemplate>

export type HouseTemplateId = keyof typeof houseTemplates

export const isHouseTemplateId = (id: string): id is HouseTemplateId => Object.hasOwn(houseTemplates, id)
