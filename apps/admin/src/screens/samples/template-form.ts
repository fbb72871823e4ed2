import type { SampleTemplate, SampleTemplateInput } from '@app/api-client'
import { labelOf } from '@app/labels'
import { absent } from '../../components/format.ts'
import { valuesFrom } from '../../edit/record-edit.ts'
import { requiredLine } from '../../components/text-rules.ts'

export type TemplateType = SampleTemplate['type']

/** The API's largest page. There are few templates, so it contains all of them. */
export const wholeList = { limit: 200 }

/** The type is empty until one is chosen. */
export type TemplateForm = {
  name: string
  type: TemplateType | ''
  frontImageUrl: string
  backImageUrl: string
  description: string
  active: boolean
}

export const templateTypeLabels: Readonly<Record<TemplateType, string>> = { postcard: 'Postcard', letter: 'Letter' }

export const templateForm = valuesFrom<TemplateForm>({
  name: '',
  type: '',
  frontImageUrl: '',
  backImageUrl: '',
  description: '',
  active: true,
})

/** Only called with a valid form, so a type has been chosen. */
export const toTemplateInput = ({ type, ...form }: TemplateForm): SampleTemplateInput => ({
  ...form,
  name: form.name.trim(),
  type: type || 'postcard',
  frontImageUrl: form.frontImageUrl.trim(),
  backImageUrl: form.backImageUrl.trim(),
})

/** The contract's rule: an absolute http or https URL without credentials. */
const imageUrlPattern = /^https?:\/\/[^\s/@\\]+(\/[^\s\\]*)?$/

const imageUrlRule = (value: string) => {
  const url = value.trim()
  if (!url) return null
  return imageUrlPattern.test(url) && URL.canParse(url)
    ? null
    : 'Enter a URL that starts with https://, or leave it empty'
}

export const templateRules = {
  name: requiredLine('Name is required'),
  type: (value: string) => (value ? null : 'Type is required'),
  frontImageUrl: imageUrlRule,
  backImageUrl: imageUrlRule,
}

export const templateLabels: Record<keyof TemplateForm, string> = {
  name: 'Name',
  type: 'Type',
  frontImageUrl: 'Front image URL',
  backImageUrl: 'Back image URL',
  description: 'Description',
  active: 'Status',
}

/** Formats the value of a field as on the card. */
export function valueText(field: string, value: string): string {
  if (field === 'active') return value === 'true' ? 'Active' : 'Inactive'
  return (field === 'type' ? labelOf(templateTypeLabels, value) : value).trim() || absent
}
