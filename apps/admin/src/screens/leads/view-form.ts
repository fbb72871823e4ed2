import type { LeadViewInput } from '@app/api-client'
import { valuesFrom } from '../../edit/record-edit.ts'
import { requiredLine } from '../../components/text-rules.ts'

export type ViewForm = { name: string; isShared: boolean; query: string }

export const viewForm = valuesFrom<ViewForm>({ name: '', isShared: false, query: '' })

export const viewRules = { name: requiredLine('Name is required') }

export const toViewInput = ({ name, isShared, query }: ViewForm): LeadViewInput => ({
  name: name.trim(),
  query,
  isShared,
})

export const viewLabels: Record<keyof ViewForm, string> = {
  name: 'Name',
  isShared: 'Shared with everyone',
  query: 'Filters',
}

export const valueText = (field: string, value: string): string =>
  field === 'isShared' ? (value === 'true' ? 'yes' : 'no') : value

/** The API's limit. */
const maxCharacters = 1000

export const isTooLong = (query: string): boolean => query.length > maxCharacters
