import type { ListLeadsParams } from '@app/api-client'
import { leadSourceLabels } from '@app/brand'
import { industryLabels, leadStatusLabels, optionsOf, volumeLabels } from '@app/ui/labels'
import type { FilterField } from '../../list/FilterBar.tsx'
import { dayOf, searchOf, type UrlState, valueOf } from '../../list/use-url-state.ts'

const industryOptions = optionsOf(industryLabels)
const volumeOptions = optionsOf(volumeLabels)
const sourceOptions = leadSourceLabels.map((label) => ({ value: label, label }))

export const leadFields: readonly FilterField[] = [
  { name: 'status', label: 'Status', options: optionsOf(leadStatusLabels) },
  { name: 'industry', label: 'Industry', options: industryOptions },
  { name: 'volume', label: 'Volume', options: volumeOptions },
  { name: 'source', label: 'Source', options: sourceOptions },
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
]

/** No filters, and the first page. */
export const noFilter = Object.fromEntries(
  ['q', 'cursor', 'page', ...leadFields.map(({ name }) => name)].map((name) => [name, undefined]),
)

type LeadFilter = Omit<ListLeadsParams, 'limit' | 'cursor'>

/** The filters in the address; those that are not set are absent. */
export function leadFilter(url: UrlState): LeadFilter {
  const q = searchOf(url.get('q'))
  // The CRM adds statuses of its own, so any word may be one.
  const status = /^[\w-]{1,40}$/.exec(url.get('status') ?? '')?.[0]
  const industry = valueOf(industryOptions, url.get('industry'))
  const volume = valueOf(volumeOptions, url.get('volume'))
  const source = searchOf(url.get('source'))
  const from = dayOf(url.get('from'))
  const to = dayOf(url.get('to'))
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(industry && { industry }),
    ...(volume && { volume }),
    ...(source && { source }),
    ...(from && { from }),
    ...(to && { to }),
  }
}
